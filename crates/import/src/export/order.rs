//! In which order the turns of a conversation are told.

use std::collections::{HashMap, HashSet};

use super::Turn;

/// Returns the turns, each behind the one that it answers, and what leads to the
/// current one behind all else: what comes last is the active path (T5).
pub(super) fn with_current_last(turns: Vec<Turn>, current: Option<&str>) -> Vec<Turn> {
    let place: HashMap<&str, usize> = (0..)
        .zip(&turns)
        .map(|(at, turn)| (turn.id.as_str(), at))
        .collect();
    let parent = |at: usize| {
        let name = turns.get(at).and_then(|it| it.parent.as_deref());
        name.and_then(|it| place.get(it)).copied()
    };
    let mut leads = HashSet::new();
    let mut next = current.and_then(|it| place.get(it)).copied();
    while let Some(at) = next
        && leads.insert(at)
    {
        next = parent(at);
    }
    let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for at in 0..turns.len() {
        children.entry(parent(at)).or_default().push(at);
    }
    let begins = children.get(&None).cloned().unwrap_or_default();
    let (led, others): (Vec<_>, Vec<_>) = begins.into_iter().partition(|it| leads.contains(it));
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for begin in others.into_iter().chain(led) {
        walk(begin, &children, &leads, &mut seen, &mut order);
    }
    // Those of a circle are reached from no beginning.
    let mut in_order: Vec<_> = (0..turns.len()).filter(|it| !seen.contains(it)).collect();
    in_order.extend(order);
    let mut turns: Vec<_> = turns.into_iter().map(Some).collect();
    let taken = in_order.into_iter();
    taken.filter_map(|at| turns.get_mut(at)?.take()).collect()
}

/// Puts a turn and what follows it into the order, what leads to the current
/// one last.
fn walk(
    begin: usize,
    children: &HashMap<Option<usize>, Vec<usize>>,
    leads: &HashSet<usize>,
    seen: &mut HashSet<usize>,
    order: &mut Vec<usize>,
) {
    let mut left = vec![begin];
    while let Some(at) = left.pop() {
        if !seen.insert(at) {
            continue;
        }
        order.push(at);
        let next = children.get(&Some(at)).map_or(&[][..], |it| it);
        // What is pushed first comes last.
        left.extend(next.iter().filter(|it| leads.contains(it)));
        left.extend(next.iter().rev().filter(|it| !leads.contains(it)));
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::event::EventBody;

    use super::*;

    fn ordered(turns: &[(&str, Option<&str>)], current: Option<&str>) -> Vec<String> {
        let turns = turns.iter().map(|(id, parent)| Turn {
            id: (*id).to_owned(),
            parent: parent.map(str::to_owned),
            time: None,
            body: EventBody::Note,
        });
        let ordered = with_current_last(turns.collect(), current);
        ordered.into_iter().map(|it| it.id).collect()
    }

    #[test]
    fn what_leads_to_the_current_turn_comes_last() {
        let tree = [
            ("b2", Some("a")),
            ("a", Some("root")),
            ("b1", Some("a")),
            ("c1", Some("b1")),
            ("root", None),
            ("c2", Some("b2")),
            ("other", None),
        ];
        assert_eq!(
            ordered(&tree, Some("c2")),
            ["other", "root", "a", "b1", "c1", "b2", "c2"]
        );
        assert_eq!(
            ordered(&tree, Some("b1")),
            ["other", "root", "a", "b2", "c2", "b1", "c1"]
        );
        // Where nothing is current the order of the export decides.
        assert_eq!(
            ordered(&tree, None),
            ["root", "a", "b2", "c2", "b1", "c1", "other"]
        );
    }

    #[test]
    fn no_turn_is_lost_whatever_they_answer() {
        let odd = [
            ("x", Some("y")),
            ("y", Some("x")),
            ("self", Some("self")),
            ("a", Some("nowhere")),
        ];
        assert_eq!(ordered(&odd, Some("y")), ["x", "y", "self", "a"]);
    }
}
