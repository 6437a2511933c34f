//! The rule table: every token format with a known anchor, as data.
//!
//! To add a rule, add one entry to the file of its trade below; the engine
//! picks it up. A rule names literals that anchor it, the parts that follow
//! them, what may stand around, and how random the whole must look. What no
//! table can say (blocks, assignments, headers) is code in `structure`.
//!
//! The formats are those the providers document. gitleaks and betterleaks
//! (both MIT) were sources of learning; no rule text is taken from them.

use crate::charset::{ALNUM, Set};

mod ai;
mod build;
mod chat;
mod cloud;
mod code_hosts;
mod data;
mod money;
mod monitoring;
mod web;

/// The family of secrets that a rule belongs to (R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Tokens of model providers.
    Ai,
    /// Packages, builds and infrastructure tools.
    Build,
    /// Chat and mail services.
    Chat,
    /// Cloud providers and hosting.
    Cloud,
    /// Code hosting.
    CodeHosts,
    /// Databases, storage and analytics.
    Data,
    /// Payment, trade and chains.
    Money,
    /// Monitoring, incidents and flags.
    Monitoring,
    /// Other services on the web.
    Web,
}

/// One part of a token, matched greedily and without going back.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// `min..=max` bytes of a set.
    Run(Set, usize, usize),
    /// These bytes exactly.
    Lit(&'static str),
}

/// One token format.
#[derive(Clone, Copy, Debug)]
pub struct TokenRule {
    /// Stable name, shown in masks.
    pub name: &'static str,
    /// Family of the rule.
    pub family: Family,
    /// Who documents the format.
    pub source: &'static str,
    /// What anchors a token; its beginning unless `before` says otherwise.
    pub literals: &'static [&'static str],
    /// Bytes of the token in front of the literal: set, fewest, most.
    pub before: Option<(Set, usize, usize)>,
    /// What follows the literal.
    pub parts: &'static [Part],
    /// Whether the literal counts in any ASCII case.
    pub is_any_case: bool,
    /// Whether the literal stays and only what follows is masked.
    pub keeps_literal: bool,
    /// Bytes that may not stand in front of a token.
    pub not_after: Set,
    /// Fewest tenths of a bit of entropy per byte of the parts.
    pub min_entropy: u32,
    /// How the parts must look.
    pub look: Look,
}

/// How the body of a token must look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Anything with enough entropy.
    Any,
    /// Holds a digit, or changes case like no word does.
    Mixed,
    /// Random by every measure; for short and common literals.
    Random,
}

/// A run of `min..=max` bytes of `set`.
const fn run(set: Set, min: usize, max: usize) -> Part {
    Part::Run(set, min, max)
}

/// These bytes exactly.
const fn lit(text: &'static str) -> Part {
    Part::Lit(text)
}

/// A rule with the usual bounds: exact case, no letter or digit in front, a
/// digit or mixed case inside, 2.5 bits per byte.
const fn token(
    name: &'static str,
    family: Family,
    source: &'static str,
    literals: &'static [&'static str],
    parts: &'static [Part],
) -> TokenRule {
    TokenRule {
        name,
        family,
        source,
        literals,
        before: None,
        parts,
        is_any_case: false,
        keeps_literal: false,
        not_after: ALNUM,
        min_entropy: 25,
        look: Look::Mixed,
    }
}

impl TokenRule {
    /// The literal counts in any case.
    const fn any_case(mut self) -> Self {
        self.is_any_case = true;
        self
    }

    /// The literal stays in the text, as a host or a scheme does (R2).
    const fn keep(mut self) -> Self {
        self.keeps_literal = true;
        self
    }

    /// The token begins with `min..=max` bytes of `set` before the literal.
    const fn preceded(mut self, set: Set, min: usize, max: usize) -> Self {
        self.before = Some((set, min, max));
        self
    }

    /// No byte of `set` may stand in front.
    const fn not_after(mut self, set: Set) -> Self {
        self.not_after = set;
        self
    }

    /// Another entropy floor, in tenths of a bit.
    const fn entropy(mut self, tenths: u32) -> Self {
        self.min_entropy = tenths;
        self
    }

    /// Anything with enough entropy passes.
    const fn any_look(mut self) -> Self {
        self.look = Look::Any;
        self
    }

    /// The body must look random.
    const fn random(mut self) -> Self {
        self.look = Look::Random;
        self
    }
}

/// All tables, in the order of their files.
const TABLES: &[&[TokenRule]] = &[
    ai::RULES,
    build::RULES,
    chat::RULES,
    cloud::RULES,
    code_hosts::RULES,
    data::RULES,
    money::RULES,
    monitoring::RULES,
    web::RULES,
];

/// Every rule of the table.
pub fn all() -> impl Iterator<Item = &'static TokenRule> {
    TABLES.iter().flat_map(|table| table.iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_stand_in_masks() {
        for rule in all() {
            assert!(crate::span::RuleName::is_valid(rule.name), "{}", rule.name);
        }
    }

    #[test]
    fn every_rule_has_an_anchor_a_body_and_a_source() {
        for rule in all() {
            assert!(
                !rule.source.is_empty() && !rule.parts.is_empty(),
                "{}",
                rule.name
            );
            assert!(!rule.literals.is_empty(), "{}", rule.name);
            let least = if rule.before.is_some() { 1 } else { 2 };
            assert!(
                rule.literals.iter().all(|literal| literal.len() >= least),
                "{}",
                rule.name
            );
        }
    }
}
