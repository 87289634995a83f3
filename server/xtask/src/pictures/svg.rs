//! Lines of a terminal as an image: a plain window, as wide as its longest line, in the theme of the reader.

use std::fmt::Write as _;

use super::ansi::{Color, Run};

/// Pixels of a column, a line and the border.
const COLUMN: f64 = 8.43;
const LINE: usize = 20;
const BORDER: usize = 16;

/// The 16 colors, light and dark: readable on the background of the theme.
const NAMED: [(&str, &str); 16] = [
    ("#24292f", "#8b949e"),
    ("#cf222e", "#ff7b72"),
    ("#116329", "#56d364"),
    ("#7d4e00", "#e3b341"),
    ("#0969da", "#79c0ff"),
    ("#8250df", "#d2a8ff"),
    ("#1b7c83", "#76e3ea"),
    ("#57606a", "#c9d1d9"),
    ("#57606a", "#8b949e"),
    ("#cf222e", "#ff7b72"),
    ("#116329", "#56d364"),
    ("#7d4e00", "#e3b341"),
    ("#0969da", "#79c0ff"),
    ("#8250df", "#d2a8ff"),
    ("#1b7c83", "#76e3ea"),
    ("#24292f", "#f0f6fc"),
];

/// The image of lines.
pub(super) fn picture(lines: &[Vec<Run>]) -> String {
    let end = |line: &Vec<Run>| line.last().map_or(0, |run| run.column + run.text.trim_end().chars().count());
    let columns = lines.iter().map(end).max().unwrap_or_default();
    let width = (columns as f64 * COLUMN).ceil() as usize + 2 * BORDER;
    let height = lines.len() * LINE + 2 * BORDER;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<style>\n\
         text {{ font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #24292f; white-space: pre }}\n\
         .window {{ fill: #ffffff; stroke: #d0d7de }}\n.b {{ font-weight: 600 }}\n{}\
         @media (prefers-color-scheme: dark) {{\ntext {{ fill: #e6edf3 }}\n.window {{ fill: #0d1117; stroke: #30363d }}\n{}}}\n</style>\n\
         <rect class=\"window\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n",
        theme(|(light, _)| light),
        theme(|(_, dark)| dark),
        width - 1,
        height - 1,
    );
    for (number, line) in lines.iter().enumerate() {
        let top = BORDER + number * LINE;
        for run in line {
            let (x, chars) = (BORDER as f64 + run.column as f64 * COLUMN, run.text.chars().count());
            if let Some(back) = run.style.back {
                let (class, fill) = painted(back);
                let wide = chars as f64 * COLUMN;
                let _ = writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{wide:.1}\" height=\"{LINE}\"{class}{fill}/>"
                );
            }
            if run.text.trim().is_empty() {
                continue;
            }
            let (class, fill) = run.style.front.map(painted).unwrap_or_default();
            let class = if run.style.bold { class.replacen("\"c", "\"b c", 1) } else { class };
            let class = if run.style.bold && class.is_empty() { " class=\"b\"".to_owned() } else { class };
            let base = top + 15;
            let long = chars as f64 * COLUMN;
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{base}\" textLength=\"{long:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{class}{fill}>{}</text>",
                escaped(&run.text)
            );
        }
    }
    out + "</svg>\n"
}

/// The rules for the 16 colors in one theme.
fn theme(of: fn((&'static str, &'static str)) -> &'static str) -> String {
    let rule = |(number, colors)| format!(".c{number} {{ fill: {} }}\n", of(colors));
    NAMED.into_iter().enumerate().map(rule).collect()
}

/// The class and the fill of a color.
fn painted(color: Color) -> (String, String) {
    match color {
        Color::Named(number) => (format!(" class=\"c{number}\""), String::new()),
        Color::Rgb(red, green, blue) => {
            (String::new(), format!(" style=\"fill: #{red:02x}{green:02x}{blue:02x}\""))
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::ansi::lines;
    use super::*;

    #[test]
    fn a_picture_is_as_wide_as_its_longest_line() {
        let made = picture(&lines("\u{1b}[1;91merror\u{1b}[0m: `a` < b\nc"));
        assert!(
            made.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"151\" height=\"72\""),
            "{made}"
        );
        assert!(
            made.contains(" class=\"b c9\">error</text>") && made.contains(">: `a` &lt; b</text>"),
            "{made}"
        );
        assert!(made.contains("prefers-color-scheme: dark"), "{made}");
    }
}
