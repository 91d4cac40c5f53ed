//! Sets of numbers that come in few ranges: what was done before a solve was broken off.

use std::ops::Range;

/// Ranges in order, none of which touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges(Vec<Range<u64>>);

impl FromIterator<Range<u64>> for Ranges {
    fn from_iter<I: IntoIterator<Item = Range<u64>>>(ranges: I) -> Self {
        let mut ranges: Vec<Range<u64>> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let touch = next.start <= last.end;
            if touch {
                last.end = last.end.max(next.end);
            }
            touch
        });
        Ranges(ranges)
    }
}

impl Ranges {
    pub(super) fn iter(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().cloned()
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        let after = self.0.partition_point(|range| range.start <= number);
        after > 0 && number < self.0[after - 1].end
    }

    /// The numbers of a range that are not here.
    pub(super) fn rest(&self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> + use<'_> {
        let from = self.0.partition_point(|here| here.end <= range.start);
        let here = self.0[from..].iter().take_while(move |here| here.start < range.end).cloned();
        let mut start = range.start;
        here.chain(std::iter::once(range.end..range.end)).filter_map(move |here| {
            let rest = start..here.start;
            start = here.end;
            (rest.start < rest.end).then_some(rest)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_and_what_is_left_are_all_there_is() {
        let ranges: Ranges = [30..40, 3..7, 7..9, 20..20, 35..50, 60..61].into_iter().collect();
        assert_eq!(ranges.iter().collect::<Vec<_>>(), [3..9, 30..50, 60..61]);
        for start in 0..70 {
            for end in start..70 {
                let rest: Vec<u64> = ranges.rest(start..end).flatten().collect();
                let left: Vec<u64> = (start..end).filter(|number| !ranges.contains(*number)).collect();
                assert_eq!(rest, left, "{start}..{end}");
            }
        }
        assert!(ranges.rest(3..9).next().is_none());
        assert!(Ranges::default().rest(5..6).eq(std::iter::once(5..6)));
    }
}
