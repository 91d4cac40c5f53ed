//! Does a value fit a schema of the description? Of JSON Schema this knows what
//! the description uses, and refuses to judge what it does not know.

use serde_json::Value as Json;

/// Why a value does not fit, or nothing.
pub(crate) fn misfit(description: &Json, schema: &Json, value: &Json, place: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let path = reference.strip_prefix('#').expect("references stay in the file");
        let target = description.pointer(path).unwrap_or_else(|| panic!("{reference} is missing"));
        return misfit(description, target, value, place);
    }
    for key in schema.as_object().expect("a schema is an object").keys() {
        const KNOWN: &str = "type properties required items oneOf allOf enum format minimum description \
                             example additionalProperties title maximum default examples";
        assert!(
            KNOWN.split_whitespace().any(|known| known == key),
            "{place}: this test does not know `{key}`"
        );
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let misfits: Vec<String> =
            choices.iter().filter_map(|choice| misfit(description, choice, value, place)).collect();
        return (misfits.len() + 1 != choices.len())
            .then(|| format!("{place} fits not exactly one: {misfits:?}"));
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        if let Some(misfit) = misfit(description, part, value, place) {
            return Some(misfit);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return (!words.contains(value)).then(|| format!("{place}: {value} is none of {words:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Json::String(one) => vec![one],
        Json::Array(some) => some.iter().filter_map(Json::as_str).collect(),
        _ => return None,
    };
    let found = match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.is_f64() => "number",
        Json::Number(_) => "integer",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    };
    if !types.iter().any(|wanted| *wanted == found || (*wanted == "number" && found == "integer")) {
        return Some(format!("{place} is {found}, not {types:?}"));
    }
    if let Some(items) = value.as_array() {
        let places = items.iter().enumerate();
        return places
            .filter_map(|(at, item)| misfit(description, &schema["items"], item, &format!("{place}[{at}]")))
            .next();
    }
    let object = value.as_object()?;
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        if !object.contains_key(name) {
            return Some(format!("{place} lacks {name}"));
        }
    }
    let properties = schema["properties"].as_object()?;
    object.iter().find_map(|(name, value)| match properties.get(name) {
        Some(schema) => misfit(description, schema, value, &format!("{place}.{name}")),
        // Parts of an `allOf` know only their own half.
        None => None,
    })
}

#[test]
fn what_does_not_fit_is_found() {
    let description = serde_json::json!({});
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "properties": { "a": { "type": ["integer", "null"] } },
    });
    for (value, fits) in
        [(r#"{"a": 1}"#, true), (r#"{"a": null}"#, true), (r#"{"a": "1"}"#, false), ("{}", false)]
    {
        let value: Json = serde_json::from_str(value).unwrap();
        assert_eq!(misfit(&description, &schema, &value, "it").is_none(), fits, "{value}");
    }
}
