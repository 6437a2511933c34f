//! Reads the command line, and says what is wrong with it in clap's words,
//! made fit to show: whole, short, and without secrets.

use std::ffi::{OsStr, OsString};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, FromArgMatches as _};

use crate::args::Args;
use crate::command;

/// What marks a word that begins with a hyphen and is no option. No word that
/// was typed can hold it.
const MARK: char = '\0';

/// Reads what was typed.
///
/// A text of free words may begin with a hyphen, where no option is meant:
/// `search -tomatoes`. (Clap's own setting for this takes known options for
/// text too.) A word with two hyphens is always an option, for it may be
/// mistyped.
///
/// # Errors
///
/// Fails with help, the version, or what is wrong with the command line.
pub(crate) fn parse(words: &[OsString]) -> Result<(Args, ArgMatches), clap::Error> {
    let mut marked = words.to_vec();
    let mut first = None;
    loop {
        let err = match command().try_get_matches_from(&marked) {
            Ok(matches) => {
                let mut args = Args::from_arg_matches(&matches)?;
                let n_marked = marked.iter().zip(words).filter(|(a, b)| a != b).count();
                let is_text = unmark(args.command.free_texts_mut()) == n_marked;
                return match first {
                    // A word was marked that is no free text.
                    Some(err) if !is_text => Err(err),
                    _ => Ok((args, matches)),
                };
            }
            Err(err) => told_better(&marked, err),
        };
        let typed = whole_word(&err, &marked);
        let is_marked = err
            .context()
            .any(|(_, it)| matches!(it, ContextValue::String(text) if text.contains(MARK)));
        let known = match first {
            Some(known) if is_marked => return Err(known),
            known => known,
        };
        let place = typed
            .filter(|it| !it.starts_with("--"))
            .and_then(|typed| marked.iter_mut().find(|it| ***it == *typed));
        let Some(word) = place else {
            return Err(err);
        };
        *word = marked_word(word);
        first = known.or(Some(err));
    }
}

fn marked_word(word: &OsStr) -> OsString {
    let mut marked = OsString::from(MARK.to_string());
    marked.push(word);
    marked
}

/// Takes the marks off and returns how many there were.
fn unmark(texts: &mut [String]) -> usize {
    let mut n_marked = 0;
    for text in texts {
        if text.starts_with(MARK) {
            text.remove(0);
            n_marked += 1;
        }
    }
    n_marked
}

/// Returns the words before `--`, those that can be options.
pub(crate) fn before_dashes(words: &[OsString]) -> impl Iterator<Item = &str> {
    let words = words.iter().skip(1).filter_map(|it| it.to_str());
    words.take_while(|it| *it != "--")
}

/// Returns the error without the environment in its usage, which clap counts as
/// typed.
fn told_better(words: &[OsString], err: clap::Error) -> clap::Error {
    if !err.use_stderr() || err.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return err;
    }
    let bare = command().mut_args(|it| it.env(None));
    bare.try_get_matches_from(words).err().unwrap_or(err)
}

fn text_of(err: &clap::Error, kind: ContextKind) -> Option<&str> {
    match err.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// Returns the error with what was typed as `show` shows it.
pub(crate) fn fit(
    mut err: clap::Error,
    words: &[OsString],
    show: impl Fn(&str) -> String,
) -> clap::Error {
    if let Some(whole) = whole_word(&err, words) {
        err.insert(ContextKind::InvalidArg, ContextValue::String(whole));
    }
    let typed: Vec<_> = err
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, show(text))),
            _ => None,
        })
        .collect();
    for (kind, text) in typed {
        err.insert(kind, ContextValue::String(text));
    }
    let arg = text_of(&err, ContextKind::InvalidArg).map(str::to_owned);
    if let Some(ContextValue::StyledStrs(tips)) = err.get(ContextKind::Suggested)
        && let Some(arg) = arg
    {
        let is_escape = |tip: &StyledStr| tip.to_string().starts_with("to pass '");
        let retold = |tip: &StyledStr| {
            if is_escape(tip) {
                StyledStr::from(format!("to pass '{arg}' as a value, put '--' before it"))
            } else {
                tip.clone()
            }
        };
        let tips = tips.iter().map(retold).collect();
        err.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    err
}

/// Returns the whole word of which clap names only the letter or the name of
/// an option.
fn whole_word(err: &clap::Error, words: &[OsString]) -> Option<String> {
    if err.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let named = text_of(err, ContextKind::InvalidArg)?;
    let is_whole = |word: &&str| {
        if named.starts_with("--") {
            let rest = word.strip_prefix(named);
            return rest.is_some_and(|it| it.starts_with('='));
        }
        let letter = named.strip_prefix('-').unwrap_or_default();
        let letters = word.strip_prefix('-').unwrap_or_default();
        named.chars().count() == 2 && !letters.starts_with('-') && letters.contains(letter)
    };
    let whole = before_dashes(words).find(is_whole);
    whole.map(str::to_owned)
}

/// Returns the error in one line: all of it but the usage.
pub(crate) fn in_one_line(err: &clap::Error) -> String {
    if err.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "no command was given".to_owned();
    }
    let text = err.render().to_string();
    let parts: Vec<_> = text
        .split("\n\n")
        .filter(|it| !it.starts_with("Usage:") && !it.starts_with("For more information"))
        .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let line = parts.join("; ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(typed: &[&str]) -> Vec<OsString> {
        std::iter::once("sessions")
            .chain(typed.iter().copied())
            .map(OsString::from)
            .collect()
    }

    fn error(typed: &[&str]) -> String {
        let words = words(typed);
        let err = parse(&words).err().unwrap();
        in_one_line(&fit(err, &words, str::to_owned))
    }

    fn texts(typed: &[&str]) -> Vec<String> {
        let parsed = parse(&words(typed)).map_err(|err| err.to_string());
        parsed.unwrap().0.command.free_texts_mut().to_vec()
    }

    #[test]
    fn a_text_may_begin_with_a_hyphen() {
        assert_eq!(texts(&["search", "-tomatoes"]), ["-tomatoes"]);
        let typed = ["search", "a", "-b", "--limit", "3", "-5", "-b", "c"];
        assert_eq!(texts(&typed), ["a", "-b", "-5", "-b", "c"]);
        let typed = ["append", "k", "--role", "user", "-5 degrees"];
        assert_eq!(texts(&typed), ["-5 degrees"]);
        assert_eq!(texts(&["search", "--", "--limit"]), ["--limit"]);
        assert_eq!(texts(&["search", "-q", "x"]), ["x"]);
    }

    #[test]
    fn a_mistyped_option_is_no_text() {
        for typed in [
            &["search", "x", "--limt", "3"][..],
            &["search", "-tomatoes", "--limt", "3"],
            &["search", "x", "--limt=3"],
        ] {
            let text = error(typed);
            assert!(text.starts_with("unexpected argument '--limt"), "{text}");
            assert!(text.contains("'--limit'"), "{text}");
        }
        let text = error(&["append", "k", "--role", "user", "--timestmp", "5", "hello"]);
        assert!(
            text.starts_with("unexpected argument '--timestmp'"),
            "{text}"
        );
    }

    #[test]
    fn the_tip_names_what_was_typed() {
        for typed in [
            &["history", "-tomatoes"][..],
            &["history", "-tomatoes", "-5"],
            &["rewind", "-tomatoes", "--to", "-x"],
        ] {
            assert_eq!(
                error(typed),
                "unexpected argument '-tomatoes' found; \
                 tip: to pass '-tomatoes' as a value, put '--' before it"
            );
        }
    }

    #[test]
    fn one_line_holds_the_whole_error() {
        assert_eq!(
            error(&["append", "k"]),
            "the following required arguments were not provided: --role <ROLE> <TEXT>"
        );
        assert_eq!(error(&[]), "no command was given");
    }
}
