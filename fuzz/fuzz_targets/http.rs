//! Bytes by libFuzzer for [`kaiketsu_fuzz::http`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    kaiketsu_fuzz::http(bytes);
});
