//! What a worker says on its standard output, one JSON object a line.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use crate::act::Outcome;

/// One line of a worker. A line is written when what it says has come back
/// from the store, so it acknowledges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "report")]
pub enum Report {
    /// The store is open.
    Ready,
    /// An act is done or refused.
    Done(Line),
    /// An act met the typed busy error and is tried again.
    Busy {
        /// The number of the act.
        n: u64,
        /// What kind of act it is.
        did: String,
    },
    /// The store answered otherwise than the model, or failed. The last line.
    Failed {
        /// The number of the act; 0 also stands for the opening.
        n: u64,
        /// What the worker saw.
        why: String,
    },
}

/// What was done, in a form that a parent holds against what it drew itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The number of the act in its run, from 0.
    pub n: u64,
    /// What kind of act it was.
    pub did: String,
    /// The ids that it names.
    pub ids: Vec<String>,
    /// What the store answered.
    pub outcome: Outcome,
}

impl Report {
    /// Writes the line in one piece and flushes it.
    ///
    /// # Errors
    ///
    /// Fails when nobody reads.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        to.write_all(&line)?;
        to.flush()
    }

    /// Reads the next line; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails when the line is none of a worker's.
    pub fn read(mut from: impl BufRead) -> io::Result<Option<Self>> {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(serde_json::from_str(&line)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let reports = [
            Report::Ready,
            Report::Done(Line {
                n: 3,
                did: "append".to_owned(),
                ids: vec!["m1".to_owned()],
                outcome: Outcome::Refused,
            }),
            Report::Busy {
                n: 4,
                did: "merge".to_owned(),
            },
            Report::Failed {
                n: 5,
                why: "two\nlines".to_owned(),
            },
        ];
        let mut bytes = Vec::new();
        for report in &reports {
            report.write(&mut bytes).unwrap();
        }
        let mut from = bytes.as_slice();
        for report in reports {
            assert_eq!(Report::read(&mut from).unwrap(), Some(report));
        }
        assert_eq!(Report::read(&mut from).unwrap(), None);
    }
}
