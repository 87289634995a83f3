//! Numbers as people read them.

/// `0.3 %`; what is next to nothing is `0 %`.
pub(crate) fn percent(share: f64) -> String {
    match share {
        0.0..0.05 => "0 %".to_owned(),
        0.05..10.0 => format!("{share:.1} %"),
        _ if share < 1_000_000.0 => format!("{share:.0} %"),
        _ => "far above the limit".to_owned(),
    }
}

/// `950`, `12.3k`, `4.0M`
pub(crate) fn short(number: u64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let value = number as f64;
    match UNITS.iter().find(|(unit, _)| value >= *unit) {
        Some((unit, name)) if value / unit < 100.0 => format!("{:.1}{name}", value / unit),
        Some((unit, name)) => format!("{:.0}{name}", value / unit),
        None => number.to_string(),
    }
}
