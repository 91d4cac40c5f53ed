//! Numbers for people: bytes, counts and times, written and read.

use std::time::Duration;

pub(crate) use kaiketsu::grouped as count;

/// Bytes in the unit that leaves few digits.
pub(crate) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1_024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// Seconds in the unit that leaves few digits.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// [`seconds`] of a duration.
pub(crate) fn duration(duration: Duration) -> String {
    seconds(duration.as_secs_f64())
}

/// Reads `500M`, `2G`, `2GiB` or a plain number of bytes.
pub(crate) fn read_bytes(text: &str) -> Result<u64, String> {
    let explain = || format!("`{text}` is not an amount of memory; write it like 500M or 2G");
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| explain())?;
    let unit = unit.trim().to_ascii_uppercase();
    let shift = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(explain()),
    };
    Ok((number * f64::from(1u32 << (shift % 32)) * if shift >= 32 { 4_294_967_296.0 } else { 1.0 }) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_all_its_forms() {
        for (text, expected) in [
            ("512", 512),
            ("500M", 500 << 20),
            ("2G", 2 << 30),
            ("1.5GiB", 3 << 29),
            ("2gb", 2 << 30),
            ("64k", 64 << 10),
            ("1T", 1 << 40),
        ] {
            assert_eq!(read_bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "much", "2X", "-1G", "1..2G"] {
            assert!(read_bytes(text).is_err(), "{text}");
        }
    }
}
