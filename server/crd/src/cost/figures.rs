//! Costs as people read them: in findings, `crdls cost`, hints, lenses and hovers.

use crdls_values::grouped;

/// `12,345`; `overflow` where the cost saturates.
pub fn figure(cost: u64) -> String {
    if cost == u64::MAX { "overflow".to_owned() } else { grouped(cost) }
}

/// A cost and its limit: `12,345 of 10,000,000 (0.1 %)`.
pub fn of_limit(cost: u64, limit: u64) -> String {
    match cost {
        u64::MAX => format!("overflows the limit of {}", figure(limit)),
        cost => format!("{} of {} ({})", figure(cost), figure(limit), share(cost, limit)),
    }
}

/// What part of its limit a cost is: `0.3 %`, `150 %`, from ten times the limit on `184×`.
pub fn share(cost: u64, limit: u64) -> String {
    let percent = cost as f64 / limit as f64 * 100.0;
    match percent {
        _ if cost == u64::MAX => "overflows".to_owned(),
        0.0..0.05 => "0 %".to_owned(),
        0.05..10.0 => format!("{percent:.1} %"),
        10.0..1_000.0 => format!("{percent:.0} %"),
        _ => times(cost, limit),
    }
}

/// How a cost above its limit is reported: `exceeds the budget by 184×`.
pub(crate) fn excess(cost: u64, limit: u64) -> String {
    match cost {
        u64::MAX => "overflows the budget".to_owned(),
        cost => format!("exceeds the budget by {}", times(cost, limit)),
    }
}

/// `1.8×`, `184×`
fn times(cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    if factor < 10.0 { format!("{factor:.1}×") } else { format!("{}×", figure(factor as u64)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_saturate() {
        assert_eq!(figure(950), "950");
        assert_eq!(figure(1_234_567), "1,234,567");
        assert_eq!(figure(u64::MAX), "overflow");
    }

    #[test]
    fn shares_of_a_limit() {
        let shares = [(0, "0 %"), (5, "0.5 %"), (1_500, "150 %"), (184_000, "184×"), (u64::MAX, "overflows")];
        for (cost, shown) in shares {
            assert_eq!(share(cost, 1_000), shown);
        }
        assert_eq!(of_limit(1_500, 1_000), "1,500 of 1,000 (150 %)");
        assert_eq!(of_limit(u64::MAX, 1_000), "overflows the limit of 1,000");
    }

    #[test]
    fn costs_above_a_limit() {
        assert_eq!(excess(1_800, 1_000), "exceeds the budget by 1.8×");
        assert_eq!(excess(1_840_000, 1), "exceeds the budget by 1,840,000×");
        assert_eq!(excess(u64::MAX, 1_000), "overflows the budget");
    }
}
