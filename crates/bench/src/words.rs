//! Random numbers and made-up words of several scripts, the same for a seed on
//! every machine.

/// A generator of random numbers (`splitmix64`), good enough for texts.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Returns the generator of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`; 0 where `n` is 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next().checked_rem(n).unwrap_or_default()
    }

    /// Returns a number of a range, its end excluded.
    pub(crate) fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to.saturating_sub(from))
    }

    /// Returns one of some values.
    pub(crate) fn pick<'v, T>(&mut self, values: &'v [T]) -> Option<&'v T> {
        let n = u64::try_from(values.len()).unwrap_or_default();
        values.get(usize::try_from(self.below(n)).unwrap_or_default())
    }
}

/// A script, as words are made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// With an accent here and there.
    Latin,
    /// Cyrillic.
    Cyrillic,
    /// Greek.
    Greek,
    /// Arabic.
    Arabic,
    /// Hebrew.
    Hebrew,
    /// Devanagari, with vowel signs.
    Devanagari,
    /// Han characters, without spaces.
    Han,
    /// Hiragana and katakana, without spaces.
    Kana,
    /// Thai, without spaces.
    Thai,
}

impl Script {
    /// Every script.
    pub(crate) const ALL: [Self; 9] = [
        Self::Latin,
        Self::Cyrillic,
        Self::Greek,
        Self::Arabic,
        Self::Hebrew,
        Self::Devanagari,
        Self::Han,
        Self::Kana,
        Self::Thai,
    ];

    /// Returns whether words of it stand apart.
    pub(crate) fn has_spaces(self) -> bool {
        !matches!(self, Self::Han | Self::Kana | Self::Thai)
    }

    /// Returns what a syllable begins with, goes on with and ends in.
    fn syllables(self) -> [&'static str; 3] {
        match self {
            Self::Latin => ["bcdfghklmnprstvwz", "aaeeeiioouyéü", "    nrstlmd"],
            Self::Cyrillic => ["бвгдзклмнпрстхчш", "ааеиоуяёы", "   йнрстлм"],
            Self::Greek => ["βγδζθκλμνπρστφχ", "ααεειηοουω", "   νςρ"],
            Self::Arabic => ["بتجحدرزسشعفقكلمنهو", "ااوي ", "   نرم"],
            Self::Hebrew => ["אבגדהזחטכלמנספצקרשת", "ויא  ", "   םן"],
            Self::Devanagari => ["कखगघचजटडतदनपबमयरलवसह", " ािीुेो", "   नरम"],
            Self::Kana => [
                "かきくけこさしすせそたちつてと",
                "なにのはひふまみめもアイウエオ",
                " らりるれろんッー",
            ],
            Self::Thai => ["กขคงจชดตทนบปพมยรลวสห", "าิีุูเแโ", "  นมกง"],
            Self::Han => ["", "", ""],
        }
    }

    /// Makes a word of `n` syllables.
    fn word(self, random: &mut Random, n: u64) -> String {
        if self == Self::Han {
            // Of the 3,000 first characters of the block, some much more often.
            let han = |random: &mut Random| {
                let at = random.below(3_000) * random.below(1_000) / 1_000;
                u32::try_from(at)
                    .ok()
                    .and_then(|at| char::from_u32(0x4e00 + at))
            };
            return (0..=n).filter_map(|_| han(random)).collect();
        }
        let parts = self.syllables().map(|it| it.chars().collect::<Vec<_>>());
        let mut word = String::new();
        for _ in 0..n {
            let letters = parts.iter().filter_map(|it| random.pick(it));
            word.extend(letters.filter(|it| !it.is_whitespace()));
        }
        word
    }
}

/// Words of one script, each as often as its rank says (Zipf).
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    words: Vec<String>,
    /// The sums of the weights up to each word.
    sums: Vec<u64>,
}

impl Vocabulary {
    /// Makes `n` words; the most common ones are short, as in real languages.
    pub(crate) fn new(script: Script, n: usize, random: &mut Random) -> Self {
        let mut words = Vec::with_capacity(n);
        let mut sums = Vec::with_capacity(n);
        let mut sum = 0;
        for rank in 0..u64::try_from(n).unwrap_or_default() {
            let n_syllables = match rank {
                0..120 => 1,
                120..2_500 => random.between(1, 4),
                _ => random.between(2, 5),
            };
            words.push(script.word(random, n_syllables));
            sum += (1 << 40) / (10 * rank + 27);
            sums.push(sum);
        }
        Self { words, sums }
    }

    /// Returns a word, the common ones more often.
    pub(crate) fn common(&self, random: &mut Random) -> &str {
        let at = random.below(self.sums.last().copied().unwrap_or_default());
        let rank = self.sums.partition_point(|&sum| sum <= at);
        self.words.get(rank).map_or("", String::as_str)
    }

    /// Returns any word, each as often as the others.
    pub(crate) fn any(&self, random: &mut Random) -> &str {
        random.pick(&self.words).map_or("", String::as_str)
    }

    /// Returns the word of a rank, counted from 0.
    pub(crate) fn of_rank(&self, rank: usize) -> Option<&str> {
        self.words.get(rank).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_seed_are_the_same_and_the_first_are_the_most_common() {
        let words = |seed| Vocabulary::new(Script::Latin, 500, &mut Random::new(seed));
        assert_eq!(words(1).words, words(1).words);
        assert_ne!(words(1).words, words(2).words);
        let (vocabulary, mut random) = (words(1), Random::new(3));
        let mut n_first = 0;
        for _ in 0..10_000 {
            n_first += usize::from(vocabulary.common(&mut random) == vocabulary.words[0]);
        }
        assert!((300..2_500).contains(&n_first), "{n_first}");
    }

    #[test]
    fn every_script_makes_words() {
        let mut random = Random::new(1);
        for script in Script::ALL {
            assert!(
                script.word(&mut random, 3).chars().count() >= 3,
                "{script:?}"
            );
        }
    }
}
