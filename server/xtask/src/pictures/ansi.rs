//! Text with the codes by which terminals color it, as lines of runs. Knows SGR; other codes are left out.

/// A color of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    /// A color of the theme, which has 16.
    Named(u8),
    Rgb(u8, u8, u8),
}

/// How a run looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) bold: bool,
    pub(super) front: Option<Color>,
    pub(super) back: Option<Color>,
}

/// Text of one style, and the column where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) column: usize,
    pub(super) text: String,
    pub(super) style: Style,
}

/// The lines of a text, each as its runs.
pub(super) fn lines(text: &str) -> Vec<Vec<Run>> {
    let mut style = Style::default();
    text.lines().map(|line| runs(line, &mut style)).collect()
}

/// The lines, with those that are wider than `columns` broken at blanks. What follows is indented, so that one sees where it
/// belongs.
pub(super) fn wrapped(lines: Vec<Vec<Run>>, columns: usize) -> Vec<Vec<Run>> {
    let mut narrow = Vec::new();
    for line in lines {
        let first: String = line.iter().map(|run| run.text.as_str()).collect();
        let indent = first.chars().take_while(|c| *c == ' ').count() + 4;
        let (mut current, mut at) = (Vec::new(), 0);
        for run in line {
            let mut text = String::new();
            let start = |at: usize, text: &str| at - text.chars().count();
            for word in run.text.split_inclusive(' ') {
                if at > indent && at + word.trim_end().chars().count() > columns {
                    current.push(Run {
                        column: start(at, &text),
                        text: std::mem::take(&mut text),
                        style: run.style,
                    });
                    narrow.push(std::mem::take(&mut current));
                    at = indent;
                }
                text.push_str(word);
                at += word.chars().count();
            }
            current.push(Run { column: start(at, &text), text, style: run.style });
        }
        narrow.push(current);
    }
    narrow
}

fn runs(line: &str, style: &mut Style) -> Vec<Run> {
    let (mut found, mut column, mut rest) = (Vec::new(), 0, line);
    while !rest.is_empty() {
        let (text, after) = rest.split_once('\u{1b}').unwrap_or((rest, ""));
        if !text.is_empty() {
            found.push(Run { column, text: text.to_owned(), style: *style });
            column += text.chars().count();
        }
        rest = code(after, style);
    }
    found
}

/// Applies the code that a text begins with, and returns what follows it.
fn code<'t>(text: &'t str, style: &mut Style) -> &'t str {
    let Some(inner) = text.strip_prefix('[') else { return text };
    let end = inner.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(inner.len());
    let (numbers, rest) = inner.split_at(end);
    if rest.starts_with('m') {
        let mut numbers = numbers.split(';').map(|number| number.parse().unwrap_or(0_u8));
        while let Some(number) = numbers.next() {
            apply(number, &mut numbers, style);
        }
    }
    rest.get(1..).unwrap_or_default()
}

fn apply(number: u8, more: &mut dyn Iterator<Item = u8>, style: &mut Style) {
    match number {
        0 => *style = Style::default(),
        1 => style.bold = true,
        22 => style.bold = false,
        30..=37 => style.front = Some(Color::Named(number - 30)),
        90..=97 => style.front = Some(Color::Named(number - 82)),
        38 => style.front = extended(more),
        39 => style.front = None,
        40..=47 => style.back = Some(Color::Named(number - 40)),
        100..=107 => style.back = Some(Color::Named(number - 92)),
        48 => style.back = extended(more),
        49 => style.back = None,
        _ => {}
    }
}

/// The color after 38 or 48: a number of 256, or red, green and blue.
fn extended(more: &mut dyn Iterator<Item = u8>) -> Option<Color> {
    match more.next()? {
        5 => Some(match more.next()? {
            named @ 0..=15 => Color::Named(named),
            cube @ 16..=231 => {
                let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
                let cube = cube - 16;
                Color::Rgb(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
            }
            gray => Color::Rgb(8 + 10 * (gray - 232), 8 + 10 * (gray - 232), 8 + 10 * (gray - 232)),
        }),
        2 => Some(Color::Rgb(more.next()?, more.next()?, more.next()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_styles() {
        let found = lines("\u{1b}[1m\u{1b}[91merror\u{1b}[0m: a\nb\u{1b}[38;5;196;48;2;1;2;3mc");
        let (front, back) = (Some(Color::Rgb(255, 0, 0)), Some(Color::Rgb(1, 2, 3)));
        let run = |column, text: &str, style| Run { column, text: text.to_owned(), style };
        let red = Style { bold: true, front: Some(Color::Named(9)), back: None };
        assert_eq!(found[0], [run(0, "error", red), run(5, ": a", Style::default())]);
        assert_eq!(
            found[1],
            [run(0, "b", Style::default()), run(1, "c", Style { bold: false, front, back })]
        );
    }

    #[test]
    fn wide_lines_are_broken_at_blanks() {
        let broken = wrapped(lines("  \u{1b}[1mab\u{1b}[0m cd ef gh"), 9);
        let text =
            |line: &Vec<Run>| line.iter().map(|run| (run.column, run.text.clone())).collect::<Vec<_>>();
        let expected = [vec![(0, "  "), (2, "ab"), (4, " cd ")], vec![(6, "ef ")], vec![(6, "gh")]];
        let expected =
            expected.map(|line| line.into_iter().map(|(at, text)| (at, text.to_owned())).collect::<Vec<_>>());
        assert_eq!(broken.iter().map(text).collect::<Vec<_>>(), expected);
    }
}
