//! The work on shapes, compiled once more for certain instructions.

/// Gives a permit the work on shapes and chunks, compiled with the features it
/// stands for: everything the work calls is inlined into functions that have
/// them enabled. The names in it are those of the modules `rounds`, `output`,
/// `chunk` and `links`, to be in scope where it is used.
macro_rules! compiled_for {
    ($permit:ident, $features:literal) => {
        impl $permit {
            pub(crate) fn begin(
                self,
                subject: Subject<'_>,
                above: Option<(Children<'_>, &[Chunk])>,
                start: &mut Start<'_>,
                scratch: &mut Scratch,
            ) {
                #[target_feature(enable = $features)]
                fn enabled(
                    permit: $permit,
                    subject: Subject<'_>,
                    above: Option<(Children<'_>, &[Chunk])>,
                    start: &mut Start<'_>,
                    scratch: &mut Scratch,
                ) {
                    rounds::begin(permit, subject, above, start, scratch);
                }
                // SAFETY: the permit proves that the processor has these features.
                unsafe { enabled(self, subject, above, start, scratch) }
            }

            pub(crate) fn win_round<S: Settle>(
                self,
                subject: Subject<'_>,
                lost: &[Children<'_>],
                settle: &mut S,
                scratch: &mut Scratch,
            ) {
                #[target_feature(enable = $features)]
                fn enabled<S: Settle>(
                    permit: $permit,
                    subject: Subject<'_>,
                    lost: &[Children<'_>],
                    settle: &mut S,
                    scratch: &mut Scratch,
                ) {
                    rounds::win_round(permit, subject, lost, settle, scratch);
                }
                // SAFETY: the permit proves that the processor has these features.
                unsafe { enabled(self, subject, lost, settle, scratch) }
            }

            pub(crate) fn loss_round<S: Settle>(
                self,
                subject: Subject<'_>,
                won: &[Children<'_>],
                everything: bool,
                settle: &mut S,
                scratch: &mut Scratch,
            ) {
                #[target_feature(enable = $features)]
                fn enabled<S: Settle>(
                    permit: $permit,
                    subject: Subject<'_>,
                    won: &[Children<'_>],
                    everything: bool,
                    settle: &mut S,
                    scratch: &mut Scratch,
                ) {
                    rounds::loss_round(permit, subject, won, everything, settle, scratch);
                }
                // SAFETY: the permit proves that the processor has these features.
                unsafe { enabled(self, subject, won, everything, settle, scratch) }
            }

            pub(crate) fn count_by_weight(self, lanes: &[Chunk], layout: Layout) -> [u64; WEIGHTS] {
                #[target_feature(enable = $features)]
                fn enabled(lanes: &[Chunk], layout: Layout) -> [u64; WEIGHTS] {
                    output::count_by_weight(lanes, layout)
                }
                // SAFETY: the permit proves that the processor has these features.
                unsafe { enabled(lanes, layout) }
            }

            pub(crate) fn interleave(self, even: &[u64; PIECE], odd: &[u64; PIECE], bytes: &mut [u8]) {
                #[target_feature(enable = $features)]
                fn enabled(permit: $permit, even: &[u64; PIECE], odd: &[u64; PIECE], bytes: &mut [u8]) {
                    output::interleave(permit, even, odd, bytes);
                }
                // SAFETY: the permit proves that the processor has these features.
                unsafe { enabled(self, even, odd, bytes) }
            }
        }
    };
}

pub(crate) use compiled_for;
