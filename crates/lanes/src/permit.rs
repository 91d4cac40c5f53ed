//! Permits: values that exist only where the processor has certain features.

/// A permit for features of the processor, each named once: what is detected
/// is what the work is compiled for.
macro_rules! permit {
    ($(#[$doc:meta])* $permit:ident, $($feature:tt),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $permit(());

        impl $permit {
            /// The permit, if the processor has all instructions.
            #[must_use]
            pub fn detect() -> Option<Self> {
                ($(is_x86_feature_detected!($feature))&&+).then_some($permit(()))
            }

            /// Does work compiled for these instructions.
            #[inline]
            pub fn run<W: Work>(self, work: W) -> W::Output {
                #[target_feature($(enable = $feature),+)]
                fn enabled<W: Work>(permit: $permit, work: W) -> W::Output {
                    work.on(permit)
                }
                // SAFETY: the permit proves that the processor has these features.
                unsafe { enabled(self, work) }
            }
        }
    };
}

/// The methods of [`Vectors`](crate::Vectors) that are an instruction or two,
/// and those that are the same for all permits.
macro_rules! instructions {
    ($($method:ident($($lane:ident),+) -> $out:ty: $step:expr;)+) => {
        $(
            #[inline(always)]
            fn $method(self, $($lane: Self::Lane),+) -> $out {
                // SAFETY: the permit.
                unsafe { $step }
            }
        )+

        #[inline(always)]
        fn prefetch(self, chunk: &Chunk) {
            // SAFETY: a hint that reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(chunk).cast()) }
        }

        #[inline(always)]
        fn spread(self, word: u32) -> u64 {
            // SAFETY: the permit.
            unsafe { _pdep_u64(u64::from(word), 0x5555_5555_5555_5555) }
        }
    };
}

pub(crate) use {instructions, permit};
