//! Conversations like real ones, the same for a seed on every machine.
//!
//! Words follow Zipf's law, and a quarter of a conversation is made of the few
//! words that it is about. Messages of people are short and answers are long
//! (both log-normal); sentences, identifiers, paths and calls stand in them.
//! A part of the conversations is in other scripts, with words of Latin script
//! among theirs.

use sessions_core::event::{Role, TimestampMs, TranscriptEvent};
use sessions_core::testing::build;

use crate::words::{Random, Script, Vocabulary};

/// Words of Latin script.
const LATIN_WORDS: usize = 40_000;
/// Words of each other script.
const OTHER_WORDS: usize = 15_000;
/// Words that a conversation keeps coming back to.
const TOPIC_WORDS: u64 = 120;
/// When the first conversation begins.
const BEGIN_MS: i64 = 1_767_225_600_000;

/// The sixteenths of the lengths of messages, in words.
const USER_WORDS: [u64; 17] = [
    2, 5, 6, 8, 10, 12, 14, 16, 18, 21, 24, 28, 33, 40, 51, 70, 132,
];
const ASSISTANT_WORDS: [u64; 17] = [
    11, 20, 27, 33, 39, 45, 52, 59, 67, 76, 86, 99, 114, 136, 167, 221, 388,
];

/// Which scripts a corpus is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Latin only.
    Latin,
    /// Of 100 conversations 78 Latin, 8 Cyrillic, 6 Han, 2 kana, 2 Arabic and
    /// one each of Greek, Hebrew, Devanagari and Thai.
    World,
}

impl Mix {
    fn script(self, random: &mut Random) -> Script {
        match (self, random.below(100)) {
            (Self::Latin, _) | (_, 0..78) => Script::Latin,
            (_, 78..86) => Script::Cyrillic,
            (_, 86..92) => Script::Han,
            (_, 92..94) => Script::Kana,
            (_, 94..96) => Script::Arabic,
            (_, 96) => Script::Greek,
            (_, 97) => Script::Hebrew,
            (_, 98) => Script::Devanagari,
            _ => Script::Thai,
        }
    }
}

/// Makes conversations.
#[derive(Clone, Debug)]
pub struct Corpus {
    random: Random,
    mix: Mix,
    latin: Vocabulary,
    others: Vec<(Script, Vocabulary)>,
    /// What the conversation is about, in its script.
    topic: Vec<String>,
    n_events: u64,
    now_ms: i64,
}

impl Corpus {
    /// Returns the corpus of a seed.
    pub fn new(seed: u64, mix: Mix) -> Self {
        let mut random = Random::new(seed);
        let latin = Vocabulary::new(Script::Latin, LATIN_WORDS, &mut random);
        let others = match mix {
            Mix::Latin => Vec::new(),
            Mix::World => Script::ALL
                .into_iter()
                .filter(|&script| script != Script::Latin)
                .map(|script| (script, Vocabulary::new(script, OTHER_WORDS, &mut random)))
                .collect(),
        };
        Self {
            random,
            mix,
            latin,
            others,
            topic: Vec::new(),
            n_events: 0,
            now_ms: BEGIN_MS,
        }
    }

    /// Returns a conversation of `n` messages, people and agent in turn. Each
    /// begins some minutes after the one before.
    pub fn conversation(&mut self, n: usize) -> Vec<TranscriptEvent> {
        self.now_ms += 240_000;
        let script = self.mix.script(&mut self.random);
        self.choose_topic(script);
        let mut at = self.now_ms;
        (0..n).map(|nth| self.event(script, nth, &mut at)).collect()
    }

    /// Returns a message that is later than all before it.
    pub fn message(&mut self) -> TranscriptEvent {
        let script = self.mix.script(&mut self.random);
        let nth = usize::from(self.random.below(2) == 1);
        self.choose_topic(script);
        let mut now = self.now_ms;
        let event = self.event(script, nth, &mut now);
        self.now_ms = now;
        event
    }

    /// Returns the Latin word of a rank, the most common one first.
    pub fn word(&self, rank: usize) -> &str {
        self.latin.of_rank(rank).unwrap_or_default()
    }

    /// Returns the Han word of a rank; nothing where the corpus is all Latin.
    pub fn han_word(&self, rank: usize) -> &str {
        let han = self
            .others
            .iter()
            .find(|(script, _)| *script == Script::Han);
        han.and_then(|(_, it)| it.of_rank(rank)).unwrap_or_default()
    }

    fn choose_topic(&mut self, script: Script) {
        let vocabulary = vocabulary(&self.latin, &self.others, script);
        self.topic = (0..TOPIC_WORDS)
            .map(|_| vocabulary.common(&mut self.random).to_owned())
            .collect();
    }

    fn event(&mut self, script: Script, nth: usize, at: &mut i64) -> TranscriptEvent {
        let (role, lengths) = match nth % 2 {
            0 => (Role::User, &USER_WORDS),
            _ => (Role::Assistant, &ASSISTANT_WORDS),
        };
        *at += i64::try_from(self.random.between(500, 60_000)).unwrap_or_default();
        self.n_events += 1;
        // Scattered like real ids, and each once: the factor is odd.
        let id = (self.n_events.wrapping_mul(0x9e37_79b1)) & 0xffff_ffff;
        let n_words = length(&mut self.random, lengths);
        let text = self.text(script, n_words);
        TranscriptEvent {
            timestamp: TimestampMs(*at),
            ..build::message(&format!("{id:08x}"), role, &text)
        }
    }

    /// Returns a text of about `n_words` words.
    fn text(&mut self, script: Script, n_words: u64) -> String {
        let mut text = String::new();
        let mut left_in_sentence = 0;
        for at in 0..n_words {
            let begins = left_in_sentence == 0;
            if begins {
                left_in_sentence = self.random.between(6, 17);
            }
            left_in_sentence -= 1;
            let is_other = script != Script::Latin && self.random.below(8) != 0;
            let word = if self.random.below(40) == 0 {
                self.technical()
            } else {
                let is_topical = (is_other || script == Script::Latin) && self.random.below(4) == 0;
                let word = if is_topical {
                    let nth = self.random.below(TOPIC_WORDS) * self.random.below(TOPIC_WORDS);
                    let nth = usize::try_from(nth / TOPIC_WORDS).unwrap_or_default();
                    self.topic.get(nth).map_or("", String::as_str)
                } else {
                    let of = if is_other { script } else { Script::Latin };
                    vocabulary(&self.latin, &self.others, of).common(&mut self.random)
                };
                if begins {
                    capitalized(word)
                } else {
                    word.to_owned()
                }
            };
            if at != 0 && (script.has_spaces() || !is_other) {
                text.push(' ');
            }
            text.push_str(&word);
            if left_in_sentence == 0 || at + 1 == n_words {
                let signs: &[&str] = if script.has_spaces() {
                    &[".", ".", ".", ".\n\n", "?", ":", ","]
                } else {
                    &["。", "。", "，", "？\n"]
                };
                text.push_str(self.random.pick(signs).unwrap_or(&"."));
            }
        }
        text
    }

    /// Returns what stands among the words of people who program.
    fn technical(&mut self) -> String {
        let random = &mut self.random;
        let a = self.latin.any(random);
        let b = self.latin.common(random);
        match random.below(6) {
            0 => format!("{a}_{b}"),
            1 => format!("{a}-{b}"),
            2 => format!("src/{a}/{b}.rs:{}", random.below(900)),
            3 => format!("{}{}Error", capitalized(a), capitalized(b)),
            4 => format!("`{a}.{b}({})`", random.below(99)),
            _ => random.below(100_000).to_string(),
        }
    }
}

fn vocabulary<'v>(
    latin: &'v Vocabulary,
    others: &'v [(Script, Vocabulary)],
    script: Script,
) -> &'v Vocabulary {
    let other = others.iter().find(|(of, _)| *of == script);
    other.map_or(latin, |(_, vocabulary)| vocabulary)
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// Returns a length between two of the quantiles.
fn length(random: &mut Random, quantiles: &[u64; 17]) -> u64 {
    let at = usize::try_from(random.below(16)).unwrap_or_default();
    let bound = |at: usize| quantiles.get(at).copied().unwrap_or(1);
    random.between(bound(at), bound(at + 1) + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_seed_makes_the_same_conversations_with_ids_of_their_own() {
        let all = |seed| {
            let mut corpus = Corpus::new(seed, Mix::World);
            (0..50).flat_map(|_| corpus.conversation(20)).collect()
        };
        let (first, again, other): (Vec<_>, Vec<_>, Vec<_>) = (all(1), all(1), all(2));
        assert!(first == again);
        assert!(first != other);
        let ids: HashSet<_> = first.iter().map(|event| event.id.as_str()).collect();
        assert_eq!(ids.len(), 1_000);
    }

    #[test]
    fn every_message_can_be_found_and_texts_are_as_long_as_real_ones() {
        let mut corpus = Corpus::new(1, Mix::World);
        let events: Vec<_> = (0..100).flat_map(|_| corpus.conversation(20)).collect();
        let texts: Vec<_> = events
            .iter()
            .filter_map(|it| it.body.searchable_text())
            .collect();
        assert_eq!(texts.len(), events.len());
        let mean = texts.iter().map(|it| it.len()).sum::<usize>() / texts.len();
        assert!((250..600).contains(&mean), "{mean}");
    }
}
