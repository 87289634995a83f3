//! `cargo dev messages`: the distinct headlines of the corpus, the faults and the fixtures, and whether each names the field
//! and the cause.

use crdls_tests::headlines::{Distinct, Headline, distinct, of_everything};

/// Prints the headlines, each with an example; an error if one does not stand alone.
pub(super) fn run(quiet: bool) -> Result<(), String> {
    let headlines = of_everything("messages");
    let distinct = distinct(&headlines);
    if !quiet {
        list(&distinct);
    }
    let percent = |is_good: fn(&Headline) -> bool| {
        100.0 * headlines.iter().filter(|one| is_good(one)).count() as f64 / headlines.len().max(1) as f64
    };
    println!("{} distinct headlines of {} findings", distinct.len(), headlines.len());
    let (field, cause) = (percent(Headline::names_the_field), percent(Headline::names_the_cause));
    println!("{field:.2} % name the field, {cause:.2} % the cause");
    let wrong: Vec<_> = distinct.values().filter(|(_, example)| !example.stands_alone()).collect();
    for (_, Headline { code, message, path, place, .. }) in &wrong {
        println!("  {code}: {message}\n      {path} at {place}");
    }
    match wrong.len() {
        0 => Ok(()),
        wrong => Err(format!("{wrong} distinct headlines do not name the field and the cause")),
    }
}

/// The headlines by code.
fn list(distinct: &Distinct<'_>) {
    let mut code = "";
    for ((of, pattern), (times, example)) in distinct {
        if *of != code {
            println!("{of}");
            code = of;
        }
        println!("  {pattern}  ({times})\n      {}  {}", example.message, example.place);
    }
}
