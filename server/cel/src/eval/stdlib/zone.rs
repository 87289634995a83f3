//! Time zones as the functions of timestamps name them (cel-go, common/stdlib/standard.go,
//! inTimeZone).
//!
//! Offsets are known, the names of UTC, and which names of places there are (`places.txt`, as Go's time
//! zone database has them). What a place's offset is at some time takes that database, which is not here.

/// The names that the database has, sorted.
const PLACES: &str = include_str!("places.txt");

/// What a zone's name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Seconds east of UTC.
    Offset(i64),
    /// The name of a place, whose offset is not known here.
    Place,
    /// No zone, in the server's words.
    Wrong(String),
}

/// The offset that a name such as `UTC` or `-08:30` says.
pub fn zone_offset(name: &str) -> Zone {
    let Some((hours, minutes)) = name.split_once(':') else { return named(name) };
    match (atoi(hours), atoi(minutes)) {
        (Err(words), _) | (_, Err(words)) => Zone::Wrong(words),
        // Any number of minutes will do; the product goes through Go's nanoseconds.
        (Ok(hours), Ok(minutes)) => {
            let minutes = if name.starts_with('-') { minutes.wrapping_neg() } else { minutes };
            let total = hours.wrapping_mul(60).wrapping_add(minutes);
            Zone::Offset(total.wrapping_mul(60_000_000_000) / 1_000_000_000)
        }
    }
}

/// `time.LoadLocation`
fn named(name: &str) -> Zone {
    match name {
        "" | "UTC" | "Local" | "Etc/UTC" | "Etc/UCT" | "Etc/Universal" | "Etc/Zulu" | "UCT" | "Universal"
        | "Zulu" | "GMT" | "Etc/GMT" | "GMT0" | "Etc/GMT0" | "Etc/Greenwich" | "Greenwich" | "GMT+0"
        | "GMT-0" | "Etc/GMT+0" | "Etc/GMT-0" => Zone::Offset(0),
        _ if name.contains("..") || name.starts_with(['/', '\\']) => {
            Zone::Wrong("time: invalid location name".to_owned())
        }
        _ => fixed(name).map_or_else(|| place(name), Zone::Offset),
    }
}

fn place(name: &str) -> Zone {
    match PLACES.lines().any(|place| place == name) {
        true => Zone::Place,
        false => Zone::Wrong(format!("unknown time zone {name}")),
    }
}

/// `Etc/GMT+5`, which is five hours west.
fn fixed(name: &str) -> Option<i64> {
    let hours = name.strip_prefix("Etc/GMT")?;
    let west = hours.parse::<i64>().ok().filter(|hours| (-14..=12).contains(hours))?;
    let canonical = format!("{west:+}") == hours;
    canonical.then_some(-west * 3_600)
}

/// `strconv.Atoi`
fn atoi(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let valid = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !valid {
        return Err(format!("strconv.Atoi: parsing {text:?}: invalid syntax"));
    }
    text.parse().map_err(|_| format!("strconv.Atoi: parsing {text:?}: value out of range"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let table = [
            ("UTC", Zone::Offset(0)),
            ("02:00", Zone::Offset(7_200)),
            ("+02:30", Zone::Offset(9_000)),
            ("-08:30", Zone::Offset(-30_600)),
            ("-00:30", Zone::Offset(-1_800)),
            ("Etc/GMT+5", Zone::Offset(-18_000)),
            ("America/New_York", Zone::Place),
            ("america/new_york", Zone::Wrong("unknown time zone america/new_york".to_owned())),
            ("+01", Zone::Wrong("unknown time zone +01".to_owned())),
            ("../etc", Zone::Wrong("time: invalid location name".to_owned())),
            ("x:00", Zone::Wrong("strconv.Atoi: parsing \"x\": invalid syntax".to_owned())),
            ("01:99", Zone::Offset(9_540)),
            ("01:-5", Zone::Offset(3_300)),
        ];
        for (name, zone) in table {
            assert_eq!(zone_offset(name), zone, "{name}");
        }
    }
}
