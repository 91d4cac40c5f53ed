//! A sorted list with a short index on top.
//!
//! Every 64th element stands in the index as well. A search goes through the
//! index, which mostly stays in the cache, and then through 64 neighbours.

/// Elements between two entries of the index.
const STRIDE: usize = 64;

/// Distinct elements in ascending order.
#[derive(Debug)]
pub(super) struct Sorted<T> {
    elements: Vec<T>,
    index: Vec<T>,
}

impl<T: Ord + Clone> Sorted<T> {
    /// A list of elements that are distinct and in order; `None` if they are not.
    pub(super) fn new(elements: Vec<T>) -> Option<Self> {
        let in_order = elements.windows(2).all(|pair| pair[0] < pair[1]);
        let index = elements.iter().step_by(STRIDE).cloned().collect();
        in_order.then_some(Sorted { elements, index })
    }

    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(super) fn get(&self, place: usize) -> &T {
        &self.elements[place]
    }

    /// Bytes that the list holds.
    pub(super) fn bytes(&self) -> u64 {
        ((self.elements.len() + self.index.len()) * size_of::<T>()) as u64
    }

    /// The place of an element, if it is there.
    pub(super) fn find(&self, element: &T) -> Option<usize> {
        let first = self.index.partition_point(|other| other <= element).checked_sub(1)? * STRIDE;
        let neighbours = &self.elements[first..self.len().min(first + STRIDE)];
        neighbours.binary_search(element).ok().map(|place| first + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_found_at_its_place_and_nothing_else() {
        for length in [0, 1, 63, 64, 65, 1_000] {
            let list = Sorted::new((0..length).map(|i| 3 * i).collect()).unwrap();
            for number in 0..3 * length + 3 {
                let expected = (number % 3 == 0 && number < 3 * length).then_some(number as usize / 3);
                assert_eq!(list.find(&number), expected, "{number} among {length}");
            }
        }
        assert!(Sorted::new(vec![1, 1]).is_none());
        assert!(Sorted::new(vec![2, 1]).is_none());
    }
}
