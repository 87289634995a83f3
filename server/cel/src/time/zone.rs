//! Time zones as the functions of timestamps name them (cel-go v0.29.2, common/types/timestamp.go,
//! timeZone).
//!
//! Offsets are known, and the names of UTC. What a place's zone is takes the time zone database, which is
//! not here: its offset is not known.

/// What a zone's name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Seconds east of UTC.
    Offset(i32),
    /// The name of a place, perhaps.
    Place,
    /// No zone, in the server's words.
    Wrong(String),
}

/// The offset that a name such as `UTC` or `-08:30` says.
pub fn zone_offset(name: &str) -> Zone {
    let Some((hours, minutes)) = name.split_once(':') else { return named(name) };
    match (atoi(hours), atoi(minutes)) {
        (Err(words), _) | (_, Err(words)) => Zone::Wrong(words),
        (_, Ok(minutes)) if !(0..=59).contains(&minutes) => {
            Zone::Wrong(format!("timezone offset minutes out of range [0, 59]: {name}"))
        }
        (Ok(hours), Ok(minutes)) => {
            let minutes = if name.starts_with('-') { -minutes } else { minutes };
            let total = hours.saturating_mul(60).saturating_add(minutes).saturating_mul(60);
            Zone::Offset(i32::try_from(total).unwrap_or(i32::MAX))
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
        _ => fixed(name).map_or(Zone::Place, Zone::Offset),
    }
}

/// `Etc/GMT+5`, which is five hours west.
fn fixed(name: &str) -> Option<i32> {
    let hours = name.strip_prefix("Etc/GMT")?;
    let west = hours.parse::<i32>().ok().filter(|hours| (-14..=12).contains(hours))?;
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
            ("../etc", Zone::Wrong("time: invalid location name".to_owned())),
            ("x:00", Zone::Wrong("strconv.Atoi: parsing \"x\": invalid syntax".to_owned())),
            ("01:99", Zone::Wrong("timezone offset minutes out of range [0, 59]: 01:99".to_owned())),
        ];
        for (name, zone) in table {
            assert_eq!(zone_offset(name), zone, "{name}");
        }
    }
}
