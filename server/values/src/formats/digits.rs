//! Numbers with a checksum and others of digits alone: `IsISBN`, `IsCreditCard` and `IsSSN` of the
//! govalidator in kube-openapi.

pub(super) fn is_isbn(text: &str) -> bool {
    is_isbn10(text) || is_isbn13(text)
}

/// Nine digits and a tenth that may be X, which counts 10.
pub(super) fn is_isbn10(text: &str) -> bool {
    let plain = without_separators(text);
    let value = |(at, byte): (usize, &u8)| match byte {
        b'0'..=b'9' => Some(u32::from(byte - b'0')),
        b'X' if at == 9 => Some(10),
        _ => None,
    };
    weighted(&plain, 10, value, |at| at as u32 + 1).is_some_and(|sum| sum % 11 == 0)
}

pub(super) fn is_isbn13(text: &str) -> bool {
    let plain = without_separators(text);
    weighted(&plain, 13, digit, |at| if at % 2 == 0 { 1 } else { 3 }).is_some_and(|sum| sum % 10 == 0)
}

/// Whatever is no digit is passed over; the rest is a number of a known issuer whose checksum is right.
pub(super) fn is_credit_card(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    let doubled = |(at, byte): (usize, &u8)| match u32::from(byte - b'0') {
        digit if at % 2 == 0 => digit,
        digit if digit >= 5 => digit * 2 - 9,
        digit => digit * 2,
    };
    is_issued(&digits) && digits.iter().rev().enumerate().map(doubled).sum::<u32>() % 10 == 0
}

/// Whether the first digits and the length are an issuer's.
fn is_issued(digits: &[u8]) -> bool {
    matches!(
        (digits, digits.len()),
        ([b'4', ..], 13 | 16)
            | ([b'5', b'1'..=b'5', ..] | [b'6', b'0', b'1', b'1', ..] | [b'6', b'5', ..], 16)
            | ([b'3', b'4' | b'7', ..], 15)
            | ([b'3', b'0', b'0'..=b'5', ..] | [b'3', b'6' | b'8', ..], 14)
            | ([b'2', b'1', b'3', b'1', ..] | [b'1', b'8', b'0', b'0', ..], 15)
            | ([b'3', b'5', ..], 16)
    )
}

/// Three, two and four digits with a dash or a space between them.
pub(super) fn is_ssn(text: &str) -> bool {
    text.len() == 11
        && text.bytes().enumerate().all(|(at, byte)| match at {
            3 | 6 => matches!(byte, b'-' | b' '),
            _ => byte.is_ascii_digit(),
        })
}

fn without_separators(text: &str) -> Vec<u8> {
    text.bytes().filter(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'-')).collect()
}

fn digit((_, byte): (usize, &u8)) -> Option<u32> {
    byte.is_ascii_digit().then(|| u32::from(byte - b'0'))
}

/// The sum of the digits, each times its weight; `None` where the length or a digit is wrong.
fn weighted(
    plain: &[u8],
    len: usize,
    value: impl Fn((usize, &u8)) -> Option<u32>,
    weight: impl Fn(usize) -> u32,
) -> Option<u32> {
    let values = plain.iter().enumerate().map(|place| Some(value(place)? * weight(place.0)));
    (plain.len() == len).then(|| values.sum())?
}
