//! Ids that somebody may have meant by one that does not exist.

use strsim::damerau_levenshtein;

/// How many are worth naming.
const FEW: usize = 4;

/// The ids nearest to a text, a few at the most; none if none is near.
///
/// An id is near if few letters are mistyped, in it or in the name of its family, or if
/// it has the text as a part: `nocca` is near `nocca-3x3`, `qixo` near `quixo-3x3`,
/// `morris` near `nine-mens-morris-3`.
pub(crate) fn nearest<'a>(text: &str, ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let text = text.to_lowercase().replace([' ', '_'], "-");
    let mut near: Vec<(usize, usize, &str)> =
        (0..).zip(ids).filter_map(|(place, id)| Some((distance(&text, id)?, place, id))).collect();
    near.sort_unstable();
    let nearest = near.first().map_or(0, |(distance, ..)| *distance);
    near.retain(|(distance, ..)| *distance == nearest);
    near.truncate(FEW);
    near.into_iter().map(|(.., id)| id).collect()
}

/// How far an id is from what was typed, if it is near.
fn distance(text: &str, id: &str) -> Option<usize> {
    let mistyped = damerau_levenshtein(text, id);
    if mistyped <= text.len() / 3 {
        return Some(mistyped);
    }
    // Half a name comes after what is only mistyped, and so does a family that is mistyped.
    let family = family(id);
    let part = text.len() >= 3 && (id.contains(text) || text.contains(family));
    let stem = damerau_levenshtein(text, family) <= text.len() / 3;
    (part || stem).then(|| text.len() + mistyped)
}

/// An id without the size or the number in it and what comes after: `quixo` of
/// `quixo-3x6-4`, `nocca` of `nocca-3x4-tall`.
pub(crate) fn family(id: &str) -> &str {
    let size = |(hyphen, _): &(usize, &str)| id[hyphen + 1..].starts_with(|c: char| c.is_ascii_digit());
    id.match_indices('-').find(size).map_or(id, |(hyphen, _)| &id[..hyphen])
}
