//! The anchors of a literal: the rarest bytes that stand in it or beside it.

use std::borrow::Cow;

use crate::charset::Set;
use crate::literal::Literal;

/// The bytes of an anchor as a number, the first as the lowest.
pub(crate) type Anchor = u32;

/// Every byte.
static ANY: [u8; 256] = {
    let mut all = [0; 256];
    let mut rest = all.as_mut_slice();
    let mut byte = 0_u8;
    while let [first, tail @ ..] = rest {
        *first = byte;
        byte = byte.wrapping_add(1);
        rest = tail;
    }
    all
};

/// The bytes that may stand at a place.
pub(crate) type Place = Cow<'static, [u8]>;

/// The bytes that may stand at each place of a literal, with the place before it
/// and the one behind.
pub(crate) fn pattern(literal: &Literal) -> Vec<Place> {
    let all = |set: Set| match set {
        Set::ANY => Cow::Borrowed(ANY.as_slice()),
        _ => ANY.iter().copied().filter(|it| set.has(*it)).collect(),
    };
    let byte = |byte: &'static u8| {
        if literal.is_any_case && byte.is_ascii_alphabetic() {
            Cow::Owned(vec![byte.to_ascii_lowercase(), byte.to_ascii_uppercase()])
        } else {
            Cow::Borrowed(std::slice::from_ref(byte))
        }
    };
    let beside = (all(literal.before), all(literal.behind));
    let mut pattern = Vec::with_capacity(literal.bytes.len() + 2);
    pattern.push(beside.0);
    pattern.extend(literal.bytes.iter().map(byte));
    pattern.push(beside.1);
    pattern
}

/// Where the rarest `width` places of a pattern begin, of those that have at most
/// `max` choices.
pub(crate) fn rarest(
    literal: &Literal,
    pattern: &[Place],
    width: usize,
    max: usize,
) -> Option<usize> {
    let place = |it: &Place| {
        let frequencies = it.iter().map(|byte| frequency(*byte));
        match it.len() {
            256 => (256, OF_ANY),
            n => (n, frequencies.sum()),
        }
    };
    let places: Vec<_> = pattern.iter().map(place).collect();
    // Where nothing may stand in front, there may be no byte to look at.
    let first = usize::from(literal.before.has(0));
    let all = places.windows(width).enumerate().skip(first);
    let few = all.filter(|(_, it)| it.iter().map(|(n, _)| n).product::<usize>() <= max);
    let frequency = |places: &[(usize, u64)]| places.iter().map(|(_, it)| it).product::<u64>();
    let rarest = few.min_by_key(|(_, places)| frequency(places));
    rarest.map(|(at, _)| at)
}

/// Every choice of one byte for each place.
pub(crate) fn each(places: &[Place]) -> Vec<Anchor> {
    let mut all = vec![0];
    for (nth, place) in places.iter().enumerate() {
        let with = |anchor: &Anchor| {
            let anchor = *anchor;
            place
                .iter()
                .map(move |byte| anchor | Anchor::from(*byte) << (8 * nth))
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// How often a byte stands in chat, in parts of ten thousand, roughly.
const fn frequency(byte: u8) -> u64 {
    match byte {
        b' ' => 1_600,
        b'e' => 950,
        b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 600,
        b'h' | b'l' | b'd' | b'c' | b'u' | b'm' => 300,
        b'p' | b'f' | b'g' | b'y' | b'w' | b'b' | b'.' | b',' => 150,
        b'v' | b'k' | b'-' | b'/' | b':' | b'"' | b'\'' | b'\n' => 80,
        b'0'..=b'9' | b'_' | b'(' | b')' | b'=' | b'*' => 50,
        b'A'..=b'Z' => 15,
        0x80.. => 30,
        0 => 1,
        _ => 20,
    }
}

/// How often any byte stands there: the sum of all.
const OF_ANY: u64 = {
    let mut sum = 0;
    let mut byte = 0_u8;
    while byte < u8::MAX {
        sum += frequency(byte);
        byte += 1;
    }
    sum + frequency(u8::MAX)
};
