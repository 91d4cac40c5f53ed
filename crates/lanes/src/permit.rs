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

pub(crate) use permit;
