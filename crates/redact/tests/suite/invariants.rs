//! What must hold for every text; the fuzz target runs the same checks.

use sessions_redact::Redactor;

/// Says what does not hold for `text`, if anything.
pub(crate) fn check(redactor: &Redactor, text: &str) -> Result<(), String> {
    let masked = redactor.redact(text);
    let shown = masked.as_str();
    if masked.is_clean() != (shown == text) {
        return Err("clean text is unchanged, and other text is not".to_owned());
    }
    // Spans are ordered, disjoint and on character boundaries, and what is
    // between them is the original.
    let (mut at, mut from) = (0, 0);
    for mask in masked.masks() {
        let is_ordered = from <= mask.original.start && mask.original.start < mask.original.end;
        let kept = text.get(from..mask.original.start);
        if !is_ordered || kept.is_none() || kept != shown.get(at..mask.range.start) {
            return Err(format!("the text before the mask {mask:?}"));
        }
        if masked.to_original(mask.range.start) != mask.original.start
            || masked.to_masked(mask.original.end) < mask.range.end
        {
            return Err(format!("the offsets of the mask {mask:?}"));
        }
        (at, from) = (mask.range.end, mask.original.end);
    }
    if text.get(from..) != shown.get(at..) {
        return Err("the text behind the last mask".to_owned());
    }
    let twice = redactor.redact(shown);
    if twice.as_str() != shown {
        return Err(format!(
            "a second pass changes {shown:?} to {:?}",
            twice.as_str()
        ));
    }
    // The text as a string of JSON, masked, is still one.
    let written = serde_json::to_string(text).map_err(|err| err.to_string())?;
    let inner = written.trim_start_matches('"');
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if written.len() == inner.len() + 2 {
        let again = format!("\"{}\"", redactor.redact(inner).as_str());
        if serde_json::from_str::<String>(&again).is_err() {
            return Err(format!("no string of JSON any more: {again}"));
        }
    }
    Ok(())
}
