//! Bytes by libFuzzer for [`kaiketsu_fuzz::manifests`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    kaiketsu_fuzz::manifests(bytes);
});
