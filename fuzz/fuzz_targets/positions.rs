//! Bytes by libFuzzer for [`kaiketsu_fuzz::positions`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    kaiketsu_fuzz::positions(bytes);
});
