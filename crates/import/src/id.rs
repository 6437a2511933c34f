//! Message ids: those of the file where they serve, made up where they do not
//! (T1a).
//!
//! An id is made up when the file has none, when it is not a valid id, and when
//! an earlier record of the session already has it. What is made up depends on
//! the line of the record and on nothing after it, so importing again gives the
//! same ids, and a file that grows keeps those that it had (I3). That is why
//! the *later* of two records with one id is renamed: the earlier may be stored
//! already. From there on the shared id means the later record.

use std::collections::{HashMap, HashSet};

use sessions_core::id::MessageId;

/// Where in a file a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The line, from 1.
    pub(crate) line: u64,
    /// How many records of the same line come before.
    pub(crate) n_before: usize,
}

/// The ids given to the records of one session so far.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    given: HashSet<MessageId>,
    renamed: HashMap<Box<str>, MessageId>,
}

impl Ids {
    /// Returns the id of the next record, which calls itself `native`.
    pub(crate) fn give(&mut self, native: Option<&str>, place: Place) -> MessageId {
        if let Some(id) = native.and_then(|native| native.parse::<MessageId>().ok())
            && self.given.insert(id.clone())
        {
            return id;
        }
        let id = self.mint(place);
        if let Some(native) = native {
            self.renamed.insert(native.into(), id.clone());
        }
        id
    }

    /// Returns the id of the latest record that calls itself `native`.
    ///
    /// `None` when no record can have that name; a name not met yet is
    /// returned as it is.
    pub(crate) fn meant_by(&self, native: &str) -> Option<MessageId> {
        match self.renamed.get(native) {
            Some(id) => Some(id.clone()),
            None => native.parse().ok(),
        }
    }

    fn mint(&mut self, place: Place) -> MessageId {
        let Place { line, n_before } = place;
        let mut n_tries = 0_u64;
        loop {
            let mut text = format!("line-{line}");
            if 0 < n_before {
                text = format!("{text}.{n_before}");
            }
            if 0 < n_tries {
                // The file itself uses such names.
                text = format!("{text}-{n_tries}");
            }
            if let Ok(id) = text.parse::<MessageId>()
                && self.given.insert(id.clone())
            {
                return id;
            }
            n_tries += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u64) -> Place {
        Place { line, n_before: 0 }
    }

    #[test]
    fn ids_are_kept_where_they_serve_and_made_up_where_not() {
        let mut ids = Ids::default();
        assert_eq!(ids.give(Some("a"), at(2)).as_str(), "a");
        assert_eq!(ids.give(None, at(3)).as_str(), "line-3");
        let second = Place {
            line: 3,
            n_before: 1,
        };
        assert_eq!(ids.give(None, second).as_str(), "line-3.1");
        let long = "x".repeat(600);
        assert_eq!(ids.give(Some(&long), at(4)).as_str(), "line-4");
        assert_eq!(ids.meant_by(&long).unwrap().as_str(), "line-4");
        assert_eq!(ids.meant_by(&"y".repeat(600)), None);
        assert_eq!(ids.meant_by("later").unwrap().as_str(), "later");
    }

    #[test]
    fn a_repeated_id_means_the_later_record() {
        let mut ids = Ids::default();
        ids.give(Some("a"), at(1));
        assert_eq!(ids.meant_by("a").unwrap().as_str(), "a");
        assert_eq!(ids.give(Some("a"), at(2)).as_str(), "line-2");
        assert_eq!(ids.meant_by("a").unwrap().as_str(), "line-2");
    }

    #[test]
    fn made_up_ids_step_aside_for_those_of_the_file() {
        let mut ids = Ids::default();
        assert_eq!(ids.give(Some("line-2"), at(1)).as_str(), "line-2");
        assert_eq!(ids.give(None, at(2)).as_str(), "line-2-1");
    }
}
