//! Properties of analysis, matching and excerpts on random text.

use std::ops::Range;

use proptest::prelude::*;
use sessions_core::analysis::{LONG_RUN, Token, TokenKind, analyze, index_text};
use sessions_core::excerpt::excerpt;
use sessions_core::query::{Query, QueryError, Term, TokenMatch};
use sessions_core::ranking::match_text;
use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::GraphemeCursor;

use crate::fts_model;

/// Pieces that make analysis work: every script, marks, signs, emoji.
const PIECES: &[&str] = &[
    "a",
    "b",
    "A",
    "foo",
    "bar",
    "é",
    "e\u{301}",
    "ß",
    "ﬁ",
    "１",
    " ",
    " ",
    " ",
    "\n\n",
    "_",
    "-",
    ".",
    "/",
    "\"",
    "*",
    "¶",
    "й",
    "и\u{306}",
    "и",
    "\u{306}",
    "\u{301}",
    "\u{323}",
    "ё",
    "λ",
    "ς",
    "ά",
    "午",
    "后",
    "下午",
    "か",
    "\u{3099}",
    "が",
    "ﾃ",
    "ﾞ",
    "한",
    "\u{1112}",
    "\u{1161}",
    "\u{11AB}",
    "ㅋ",
    "ไ",
    "ท",
    "ช่",
    "น้ำ",
    "हि",
    "न्",
    "\u{93C}",
    "أ",
    "\u{64E}",
    "\u{654}",
    "שׁ",
    "🚀",
    "👍🏽",
    "👩\u{200D}💻",
    "🇫🇷",
    "🇩",
    "\u{200D}",
    "\u{200B}",
    "\u{AD}",
    "\u{FE0F}",
    "\u{E0B0}",
    "1\u{FE0F}\u{20E3}",
    "½",
    "™",
    "\r\n",
    "\0",
    "\u{20DD}",
    "[x]",
];

fn mixed(max: usize) -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::collection::vec(prop::sample::select(PIECES), 0..max).prop_map(|pieces| pieces.concat()),
        1 => prop::collection::vec(any::<char>(), 0..max).prop_map(String::from_iter),
    ]
}

/// A small alphabet, so that queries match often.
fn close(max: usize) -> impl Strategy<Value = String> {
    let pieces = &[
        "a", "b", " ", "é", "午", "后", "下", "🚀", "-", "か", "\u{3099}", "👍",
    ];
    prop::collection::vec(prop::sample::select(pieces.as_slice()), 0..max).prop_map(|p| p.concat())
}

fn text_and_masks() -> impl Strategy<Value = (String, Vec<Range<usize>>)> {
    let texts = prop_oneof![mixed(60), close(60)];
    let masks = prop::collection::vec((0_usize..120, 0_usize..20), 0..3);
    (texts, masks).prop_map(|(text, masks)| {
        let masks = masks
            .into_iter()
            .map(|(start, len)| start..start + len)
            .collect();
        (text, masks)
    })
}

/// What matching means, written down the slow way: the tokens of each part
/// between masks, a phrase at every place.
fn naive_occurrences(term: &Term, text: &str, masks: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (offset, part) in parts(text, masks) {
        let tokens: Vec<Token> = analyze(&part)
            .into_iter()
            .filter(|token| term.has_symbol || token.kind != TokenKind::Symbol)
            .collect();
        for window in tokens.windows(term.tokens.len()) {
            let mut end = 0;
            let is_match = window.iter().zip(&term.tokens).all(|(token, wanted)| {
                end = token.range.end;
                match wanted.compare {
                    TokenMatch::Head => {
                        end = token.head_end;
                        token.kind == TokenKind::Gram && token.text.starts_with(&wanted.text)
                    }
                    TokenMatch::Prefix => {
                        token.kind == TokenKind::Word && token.text.starts_with(&wanted.text)
                    }
                    _ => token.text == wanted.text,
                }
            });
            if is_match {
                let start = window.first().unwrap().range.start;
                found.push(offset + start..offset + end);
            }
        }
    }
    found
}

/// The parts of `text` that no mask touches, a character at a time.
fn parts(text: &str, masks: &[Range<usize>]) -> Vec<(usize, String)> {
    let mut parts = vec![(0, String::new())];
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if masks
            .iter()
            .any(|mask| mask.start < mask.end && mask.start < end && at < mask.end)
        {
            parts.push((end, String::new()));
        } else {
            parts.last_mut().unwrap().1.push(c);
        }
    }
    parts
}

fn forms(text: &str) -> Vec<(String, TokenKind, u32)> {
    analyze(text)
        .into_iter()
        .map(|token| (token.text, token.kind, token.position))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_normal_forms_give_the_same_tokens(text in mixed(30)) {
        let composed = forms(&text.nfc().collect::<String>());
        let decomposed = forms(&text.nfd().collect::<String>());
        prop_assert_eq!(composed, decomposed);
    }

    #[test]
    fn tokens_stand_in_order_on_character_boundaries(text in mixed(60)) {
        let tokens = analyze(&text);
        for token in &tokens {
            prop_assert!(text.get(token.range.clone()).is_some_and(|source| !source.is_empty()));
            prop_assert!(text.is_char_boundary(token.head_end));
            prop_assert!(token.range.start < token.head_end && token.head_end <= token.range.end);
            prop_assert!(!token.text.is_empty());
            prop_assert!(token.text.chars().all(|c| !c.is_ascii() || c.is_ascii_lowercase() || c.is_ascii_digit()));
        }
        for pair in tokens.windows(2) {
            // Equal for the two parts of a character, such as the Thai ำ.
            prop_assert!(pair[0].range.start <= pair[1].range.start);
            prop_assert!(pair[0].position < pair[1].position);
        }
    }

    #[test]
    fn analysis_of_a_token_gives_it_again(text in mixed(20)) {
        for token in analyze(&text) {
            if token.kind == TokenKind::Word {
                let again = forms(&token.text);
                prop_assert_eq!(again.len(), 1);
                prop_assert_eq!(&again[0].0, &token.text);
            }
        }
    }

    #[test]
    fn the_index_text_begins_with_all_tokens_but_symbols(text in mixed(60)) {
        let words: Vec<String> = analyze(&text)
            .into_iter()
            .filter(|token| token.kind != TokenKind::Symbol)
            .map(|token| token.text)
            .collect();
        let indexed = fts_model::ascii_tokens(&index_text(&text, &[]));
        prop_assert!(indexed.starts_with(&words), "{:?} {:?}", indexed, words);
    }

    #[test]
    fn matching_answers_as_the_index_and_the_reference_do(
        (text, masks) in text_and_masks(),
        typed in prop_oneof![mixed(5), close(6)],
        is_prefix in any::<bool>(),
    ) {
        let parse = if is_prefix { Query::parse_prefix } else { Query::parse };
        let Ok(query) = parse(&typed) else { return Ok(()) };
        let matched = match_text(&query, &text, &masks);
        let by_term: Vec<_> =
            query.terms().iter().map(|term| naive_occurrences(term, &text, &masks)).collect();
        let expected = !query.is_empty() && by_term.iter().all(|found| !found.is_empty());
        prop_assert_eq!(matched.is_some(), expected);
        let by_index = query
            .fts_expression()
            .is_some_and(|expression| fts_model::matches(&expression, &index_text(&text, &masks)));
        prop_assert_eq!(by_index, expected);
        let Some(matched) = matched else { return Ok(()) };

        prop_assert!(matched.score > 0.0 && matched.score <= 1.0, "{}", matched.score);
        for range in &matched.ranges {
            prop_assert!(text.get(range.clone()).is_some_and(|source| !source.is_empty()));
            prop_assert!(by_term.iter().flatten().any(|o| o.start <= range.start && range.start < o.end));
            let is_outside = masks.iter().all(|mask| {
                mask.start >= mask.end || mask.end <= range.start || range.end <= mask.start
            });
            prop_assert!(is_outside);
        }
        for pair in matched.ranges.windows(2) {
            prop_assert!(pair[0].end <= pair[1].start);
        }
        for occurrence in by_term.iter().flatten() {
            prop_assert!(matched.ranges.iter().any(|r| r.start <= occurrence.start && occurrence.start < r.end));
            prop_assert!(matched.ranges.iter().any(|r| r.start < occurrence.end && occurrence.end <= r.end));
        }
        prop_assert!(by_term.iter().flatten().any(|o| o.start == matched.best.start));
        prop_assert!(by_term.iter().flatten().any(|o| o.end == matched.best.end));
    }

    #[test]
    fn a_word_of_a_text_is_found_in_it(text in mixed(40), pick in any::<prop::sample::Index>()) {
        let tokens = analyze(&text);
        prop_assume!(!tokens.is_empty());
        let token = pick.get(&tokens);
        let query = Query::parse(text.get(token.range.clone()).unwrap()).unwrap();
        prop_assert!(match_text(&query, &text, &[]).is_some());
    }

    #[test]
    fn an_excerpt_is_bounded_and_shows_a_match(
        (text, masks) in text_and_masks(),
        typed in prop_oneof![mixed(4), close(4)],
        max_chars in 1_usize..60,
    ) {
        let Ok(query) = Query::parse(&typed) else { return Ok(()) };
        let Some(matched) = match_text(&query, &text, &masks) else { return Ok(()) };
        let shown = excerpt(&text, &matched, &masks, max_chars);
        let n_chars = shown.text.chars().count();
        prop_assert!(n_chars <= max_chars, "{n_chars} of {max_chars}");
        prop_assert!(!shown.matches.is_empty());
        prop_assert!(shown.matches.iter().all(|&(start, end)| start < end && end <= n_chars));
        prop_assert!(shown.matches.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        prop_assert!(!shown.text.contains("  ") && !shown.text.contains(char::is_control));
        if max_chars > 20 {
            // What is shown as a match folds to a match.
            let (start, end) = shown.matches[0];
            let inner: String = shown.text.chars().skip(start).take(end - start).collect();
            prop_assert!(!analyze(&inner).is_empty());
        }
    }

    #[test]
    fn an_excerpt_holds_a_mask_whole_or_not_at_all(
        before in "[a-z ]{0,40}",
        after in "[a-z ]{0,40}",
        gap in prop::sample::select(vec!["", " ", ", x "]),
        mask in prop::sample::select(vec!["[99]", "[9 99 9 99]", "[999999999999999999999999999999999999999999]"]),
        max_chars in 8_usize..110,
    ) {
        let text = format!("{before} {mask}{gap}needle{gap}{mask} {after}");
        let masks: Vec<_> = text.match_indices(mask).map(|(at, m)| at..at + m.len()).collect();
        let matched = match_text(&Query::parse("needle").unwrap(), &text, &masks).unwrap();
        let shown = excerpt(&text, &matched, &masks, max_chars);
        let rest = shown.text.replace(mask, "");
        prop_assert!(!rest.contains(['[', ']', '9']), "{}", shown.text);
        prop_assert!(shown.text.contains("needle"));
        prop_assert!(shown.text.chars().count() <= max_chars);
        let n_all = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().count();
        prop_assert_eq!(shown.text.contains('…'), max_chars < n_all, "{} of {}", max_chars, n_all);
    }

    #[test]
    fn no_query_panics_or_escapes_its_quotes(typed in mixed(200)) {
        match Query::parse(&typed) {
            Ok(query) => {
                if let Some(expression) = query.fts_expression() {
                    fts_model::matches(&expression, "");
                }
            }
            Err(error) => {
                let is_too_long = matches!(error, QueryError::TooLong { .. });
                prop_assert!(!is_too_long || typed.chars().count() > 4_096);
            }
        }
    }
}

#[test]
fn a_very_long_run_is_left_out_and_its_neighbours_are_not() {
    let run = "iVBORw0KGgo/AAAA+SUhEUg==".repeat(8_000);
    let text = format!("before the image {run} after the image");
    for (typed, is_found) in [
        ("before after", true),
        ("iVBORw0KGgo", false),
        ("AAAA", false),
        ("\"image after\"", false),
        ("\"the image\"", true),
    ] {
        let query = Query::parse(typed).unwrap();
        assert_eq!(
            match_text(&query, &text, &[]).is_some(),
            is_found,
            "{typed}"
        );
        let index = index_text(&text, &[]);
        assert_eq!(index, "before the image ¶ after the image");
    }
    let long = "x".repeat(LONG_RUN);
    assert_eq!(analyze(&long).len(), 1);
    assert_eq!(analyze(&format!("{long}x")).len(), 0);
    assert_eq!(analyze(&"я".repeat(LONG_RUN + 1)).len(), 0);
    assert_eq!(analyze(&"a\u{301}".repeat(LONG_RUN)).len(), 1);
}

#[test]
fn a_match_inside_a_mask_is_none() {
    let text = "key [redacted:token] end";
    let masks = vec![4..20; 1];
    let found = |typed: &str| match_text(&Query::parse(typed).unwrap(), text, &masks).is_some();
    assert!(found("key") && found("end"));
    assert!(!found("redacted") && !found("token") && !found("\"key end\""));
    assert_eq!(index_text(text, &masks), "key ¶ end");
}

#[test]
fn symbols_are_indexed_with_their_neighbourhood_only() {
    let words: Vec<String> = (0..1_000).map(|n| format!("w{n}")).collect();
    let mut text = words.join(" ");
    text.push_str(" 🚀 end");
    let index = index_text(&text, &[]);
    assert_eq!(fts_model::ascii_tokens(&index).len(), 1_001 + 1 + 255 + 2);
    assert!(index.ends_with("w998 w999 🚀 end"));
    let phrase: String = words[1_000 - 255..].join(" ");
    let query = Query::parse(&format!("\"{phrase} 🚀\"")).unwrap();
    assert!(fts_model::matches(&query.fts_expression().unwrap(), &index));
}

#[test]
fn a_better_text_scores_higher() {
    let score = |typed: &str, text: &str| {
        match_text(&Query::parse(typed).unwrap(), text, &[])
            .unwrap()
            .score
    };
    let filler = "and so on ".repeat(40);
    for (claim, typed, better, worse) in [
        (
            "more often",
            "deploy",
            "deploy and deploy again",
            "deploy and nothing more",
        ),
        (
            "closer",
            "deploy friday",
            "we deploy friday and then some more",
            "deploy and then some more we friday",
        ),
        ("as typed", "Café", "un Café ici", "un cafe ici"),
        (
            "shorter",
            "deploy",
            "deploy now",
            &format!("deploy now {filler}"),
        ),
    ] {
        assert!(score(typed, better) > score(typed, worse), "{claim}");
    }
    // The same text and query, the same score, whatever else there is.
    insta::assert_snapshot!(score("deploy friday", "deploy failed on friday"), @"0.7156");
}

#[test]
fn the_best_region_is_the_densest() {
    let filler = "nothing to see here ".repeat(30);
    let text = format!("deploy {filler} deploy on friday {filler} friday");
    let matched = match_text(&Query::parse("friday deploy").unwrap(), &text, &[]).unwrap();
    assert_eq!(text.get(matched.best.clone()), Some("deploy on friday"));
    assert_eq!(matched.ranges.len(), 4);
    let shown = excerpt(&text, &matched, &[], 60);
    insta::assert_snapshot!(shown.text, @"… nothing to see here deploy on friday nothing to see here …");
}

#[test]
fn a_cut_spares_words_and_graphemes() {
    let cut = |typed: &str, text: &str, max_chars: usize| {
        let matched = match_text(&Query::parse(typed).unwrap(), text, &[]).unwrap();
        let shown = excerpt(text, &matched, &[], max_chars);
        let (start, end) = shown.matches[0];
        let inner: String = shown.text.chars().skip(start).take(end - start).collect();
        format!("{}\n{inner}", shown.text)
    };
    insta::assert_snapshot!(cut("needle", "many wonderful words around the needle in this enormous haystack", 40), @r"
    … around the needle in this …
    needle
    ");
    insta::assert_snapshot!(cut("下午", "我们明天下午三点开会讨论下一个版本的发布计划和预算", 12), @r"
    我们明天下午三点开会讨…
    下午
    ");
    insta::assert_snapshot!(cut("ช", "ภาษาไทยไม่มีช่องว่าง", 10), @r"
    …มีช่อง…
    ช
    ");
    insta::assert_snapshot!(cut("x", "👩\u{200D}💻👩\u{200D}💻👩\u{200D}💻 x 👩\u{200D}💻👩\u{200D}💻👩\u{200D}💻", 14), @r"
    … x …
    x
    ");
    insta::assert_snapshot!(cut(&"a".repeat(400), &"a".repeat(400), 10), @r"
    aaaaaaaaa…
    aaaaaaaaa
    ");
    insta::assert_snapshot!(cut("two", "  one\n\n\ttwo  \n", 300), @r"
    one two
    two
    ");
}

#[test]
fn an_edge_of_an_excerpt_is_a_grapheme_boundary() {
    let filler = "e\u{301}\u{323}x👍🏽 ".repeat(100);
    let text = format!("{filler}needle {filler}");
    let matched = match_text(&Query::parse("needle").unwrap(), &text, &[]).unwrap();
    for max_chars in 12..80 {
        let shown = excerpt(&text, &matched, &[], max_chars);
        let inner = shown.text.trim_matches(['…', ' ']);
        let at = text.find(inner).unwrap();
        for edge in [at, at + inner.len()] {
            assert_eq!(
                GraphemeCursor::new(edge, text.len(), true).is_boundary(&text, 0),
                Ok(true)
            );
        }
    }
}

#[test]
fn a_match_in_the_middle_of_a_grapheme_opens_no_mask() {
    // The vowel sign after the mask belongs to its last letter.
    let text = "[secret\u{E01}\u{E38}\u{E17} end";
    let masks = vec![0..10; 1];
    let matched = match_text(&Query::parse("\u{E38}\u{E17}").unwrap(), text, &masks).unwrap();
    for max_chars in 2..9 {
        let shown = excerpt(text, &matched, &masks, max_chars);
        assert!(!shown.text.contains('\u{E01}'), "{max_chars}");
        assert!(shown.text.contains('\u{E17}'), "{max_chars}");
    }
    assert_eq!(excerpt(text, &matched, &masks, 14).text, text);
}

#[test]
fn an_excerpt_is_cut_between_flags() {
    let flags = "🇫🇷".repeat(100_000);
    let text = format!("{flags}needle{flags}");
    let matched = match_text(&Query::parse("needle").unwrap(), &text, &[]).unwrap();
    let shown = excerpt(&text, &matched, &[], 20);
    assert_eq!(shown.text, "…🇫🇷🇫🇷🇫🇷needle🇫🇷🇫🇷🇫🇷…");
}
