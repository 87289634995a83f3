//! Headlines of findings stand alone: each names the field and the cause. Those of fixtures, and of the corpus and the faults
//! where they are.

use crdls_tests::headlines::{distinct, of_everything};

#[test]
fn headlines_name_the_field_and_the_cause() {
    let all = of_everything("headlines");
    let failing: Vec<_> = all.iter().filter(|headline| !headline.stands_alone()).cloned().collect();
    println!("{} distinct headlines of {} findings", distinct(&all).len(), all.len());
    println!(
        "{:.2} % name the field and the cause",
        100.0 * (all.len() - failing.len()) as f64 / all.len().max(1) as f64
    );
    for ((code, _), (times, example)) in distinct(&failing) {
        println!("  {code} ({times}): {}\n      {} at {}", example.message, example.path, example.place);
    }
    assert!(failing.is_empty(), "{} headlines do not name the field and the cause", failing.len());
}
