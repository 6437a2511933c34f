//! Reading a few fields of an object, whatever the others hold.
//!
//! A derived struct refuses an object whose key repeats, and a `Value` one that
//! nests deeply or holds a number too large, so a single odd field would cost
//! the record. [`Object`] looks at nothing but the fields that it is asked for:
//! each is kept as raw text, and a wrong type costs that field alone. Where a
//! key repeats the last one counts.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Some fields of one JSON object, by name.
pub(crate) struct Object<'j, const N: usize> {
    names: &'static [&'static str; N],
    values: [Option<&'j RawValue>; N],
}

impl<'j, const N: usize> Object<'j, N> {
    /// Reads the fields `names` of the object that is the whole of `json`.
    ///
    /// Fails when `json` is not one object.
    pub(crate) fn read(
        json: &'j str,
        names: &'static [&'static str; N],
    ) -> serde_json::Result<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let object = deserializer.deserialize_map(ObjectVisitor(names))?;
        deserializer.end()?;
        Ok(object)
    }

    /// Returns the JSON of a field; `None` when it is absent or not asked for.
    pub(crate) fn raw(&self, name: &str) -> Option<&'j str> {
        let at = self.names.iter().position(|it| *it == name)?;
        self.values.get(at).copied().flatten().map(RawValue::get)
    }

    /// Returns whether the field is there, null or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.raw(name).is_some()
    }

    /// Returns whether the field is there and null.
    pub(crate) fn is_null(&self, name: &str) -> bool {
        self.raw(name) == Some("null")
    }

    /// Returns the value of a field that is a boolean.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.raw(name)? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Returns the text of a field that is a string.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'j, str>> {
        text(self.raw(name)?)
    }

    /// Returns a field that names something: a string, or an integer as it is
    /// written.
    pub(crate) fn name(&self, name: &str) -> Option<Cow<'j, str>> {
        crate::json::name(self.raw(name)?)
    }
}

/// Returns the text of a JSON value that is a string.
pub(crate) fn text(raw: &str) -> Option<Cow<'_, str>> {
    let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inside))
    }
}

/// Returns a JSON value that names something: a string, or an integer as it is
/// written.
pub(crate) fn name(raw: &str) -> Option<Cow<'_, str>> {
    text(raw).or_else(|| is_integer(raw).then_some(Cow::Borrowed(raw)))
}

fn is_integer(raw: &str) -> bool {
    !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the names and values of an object as they are written, so that one
/// that cannot be read costs only itself.
pub(crate) fn pairs(json: &str) -> serde_json::Result<Vec<(&RawValue, &RawValue)>> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let pairs = deserializer.deserialize_map(PairsVisitor)?;
    deserializer.end()?;
    Ok(pairs)
}

/// Returns the names in the object that `json` begins with, as far as it can be
/// read, and whether that is to its end.
pub(crate) fn names(json: &[u8]) -> (Vec<String>, bool) {
    let mut names = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let read = deserializer.deserialize_map(NamesVisitor(&mut names));
    (names, read.is_ok())
}

struct NamesVisitor<'n>(&'n mut Vec<String>);

impl<'j> Visitor<'j> for NamesVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key()? {
            self.0.push(name);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

struct PairsVisitor;

impl<'j> Visitor<'j> for PairsVisitor {
    type Value = Vec<(&'j RawValue, &'j RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

struct ObjectVisitor<const N: usize>(&'static [&'static str; N]);

impl<'j, const N: usize> Visitor<'j> for ObjectVisitor<N> {
    type Value = Object<'j, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut values = [None; N];
        while let Some(at) = map.next_key_seed(Key(self.0))? {
            match at.and_then(|at| values.get_mut(at)) {
                Some(value) => *value = Some(map.next_value()?),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Object {
            names: self.0,
            values,
        })
    }
}

/// Reads a key as its place among the names asked for.
struct Key<const N: usize>(&'static [&'static str; N]);

impl<'j, const N: usize> serde::de::DeserializeSeed<'j> for Key<N> {
    type Value = Option<usize>;

    fn deserialize<D: serde::Deserializer<'j>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<const N: usize> Visitor<'_> for Key<N> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|name| *name == key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_fields_cost_only_themselves() {
        let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
        let json = format!(
            r#"{{"id":"a","x":1e999,"id":"b","deep":{deep},"n":7,"no":null,"yes":true,"e":"\u00e9"}}"#
        );
        let object = Object::read(&json, &["id", "n", "no", "yes", "e", "deep", "absent"]).unwrap();
        assert_eq!(object.text("id").unwrap(), "b");
        assert_eq!(object.text("n"), None);
        assert_eq!(object.name("n").unwrap(), "7");
        assert!(object.is_null("no") && object.has("no"));
        assert_eq!(object.flag("yes"), Some(true));
        assert_eq!(object.text("e").unwrap(), "é");
        assert_eq!(object.raw("deep"), Some(deep.as_str()));
        assert!(!object.has("absent"));
    }

    #[test]
    fn only_one_whole_object_passes() {
        for json in ["", "[]", "\"x\"", "{", "{}{}", "{} x", "undefined"] {
            assert!(Object::read(json, &["id"]).is_err(), "{json}");
        }
    }
}
