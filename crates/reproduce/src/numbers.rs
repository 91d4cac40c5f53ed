//! Numbers for people.

pub(crate) use kaiketsu::grouped;

/// `1.8e33`: two digits and a power of ten.
pub(crate) fn scientific(number: f64) -> String {
    format!("{number:.1e}")
}

/// Seconds with three digits that count.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{s:.3} s"),
        s if s < 100.0 => format!("{s:.1} s"),
        s => format!("{} s", grouped(s.round() as u64)),
    }
}

/// A share in percent.
pub(crate) fn percent(part: u64, all: u64) -> String {
    format!("{:.2}%", 100.0 * part as f64 / all.max(1) as f64)
}

/// Bytes in the largest unit that leaves a whole number before the point.
pub(crate) fn bytes(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let (mut size, mut unit) = (bytes as f64 / 1024.0, 0);
    while size >= 1024.0 && unit + 1 < units.len() {
        (size, unit) = (size / 1024.0, unit + 1);
    }
    format!("{size:.1} {}", units[unit])
}

/// How many times as large.
pub(crate) fn times(large: f64, small: f64) -> String {
    match large / small.max(1e-9) {
        ratio if ratio < 10.0 => format!("{ratio:.1} times"),
        ratio => format!("{} times", grouped(ratio.round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let texts = [0, 7, 123, 1_234, 847_288_609_443].map(grouped);
        assert_eq!(texts, ["0", "7", "123", "1,234", "847,288,609,443"]);
        assert_eq!(scientific(120f64.powi(16)), "1.8e33");
        assert_eq!([seconds(0.0514), seconds(13.44), seconds(1234.4)], ["0.051 s", "13.4 s", "1,234 s"]);
        assert_eq!([percent(1, 3), percent(0, 0)], ["33.33%", "0.00%"]);
        assert_eq!([bytes(512), bytes(3 << 29), bytes(5 << 40)], ["0.5 KiB", "1.5 GiB", "5.0 TiB"]);
        assert_eq!([times(13.4, 2.0), times(1e6, 3.0)], ["6.7 times", "333,333 times"]);
    }
}
