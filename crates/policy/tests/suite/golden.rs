//! The differential oracle. What we decide otherwise on purpose is named and
//! counted, so that nothing else differs.

use std::collections::BTreeMap;

use sessions_policy::decision::{decide_text, visible_to};
use sessions_policy::testing::golden::GoldenDecision;

#[test]
fn every_golden_row_is_decided_alike_but_for_the_intended_differences() {
    let rows = GoldenDecision::read(include_str!("../data/visibility.json"));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        if row.has_blank_entry {
            *counts.entry("a blank entry is an error").or_default() += 1;
        }
        let stored = row.stored.as_ref();
        let decision = decide_text(&row.requester, &row.target, stored, &row.rules);
        let ours = match decision {
            Ok(allowed) => allowed.as_str(),
            Err(denial) => denial.as_str(),
        };
        let kind = match row.intended_difference(ours) {
            Some(reason) if ours != row.recorded() => reason,
            _ => {
                assert_eq!(ours, row.recorded(), "{row:?}");
                "alike"
            }
        };
        *counts.entry(kind).or_default() += 1;
        if let Some(facts) = stored {
            let scope = visible_to(&row.requester, &row.rules).scope(facts.key.agent());
            assert_eq!(scope.contains(facts), decision.is_ok(), "{row:?}");
        }
    }
    assert_eq!(rows.len(), 6144);
    insta::assert_debug_snapshot!(counts, @r#"
    {
        "a blank entry is an error": 775,
        "alike": 6032,
        "an exact entry in another case": 4,
        "an incognito requester asks for `current`": 87,
        "the main session asks for `main` under `self`": 21,
    }
    "#);
}
