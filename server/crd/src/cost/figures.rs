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

/// A cost in a sentence: `12,345`, from a billion on `3.5 × 10¹⁷`.
pub(crate) fn magnitude(cost: u64) -> String {
    if cost < 1_000_000_000 {
        return figure(cost);
    }
    let exponent = cost.ilog10();
    let mantissa = format!("{:.1}", cost as f64 / 10f64.powi(exponent as i32));
    let (mantissa, exponent) = match mantissa.as_str() {
        "10.0" => ("1.0", exponent + 1),
        mantissa => (mantissa, exponent),
    };
    let raised = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10)? as usize);
    format!("{mantissa} × 10{}", exponent.to_string().chars().filter_map(raised).collect::<String>())
}

/// The part that a cost is of a sum: `84 %`, `less than 1 %`.
pub(crate) fn part(cost: u64, sum: u64) -> String {
    match (cost as f64 / sum as f64 * 100.0).round() as u64 {
        0 => "less than 1 %".to_owned(),
        percent => format!("{} %", percent.min(100)),
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
    fn costs_in_sentences() {
        assert_eq!(magnitude(1_054_867), "1,054,867");
        assert_eq!(magnitude(345_880_409_621_712_077), "3.5 × 10¹⁷");
        assert_eq!(magnitude(9_990_000_000), "1.0 × 10¹⁰");
        assert_eq!(part(84, 100), "84 %");
        assert_eq!(part(1, 1_000), "less than 1 %");
        assert_eq!(part(u64::MAX, u64::MAX), "100 %");
    }
}
