//! Quantities (k8s.io/apiserver, pkg/cel/library/quantity.go).

use std::cmp::Ordering;

use crdls_cel::eval::{Binding, Error, Outcome, Value};

use super::{LibraryType, held, own, text};
use crdls_values::Quantity;

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("string_to_quantity", |args| Quantity::parse(text(args)?).map(held).map_err(Error::new)),
    Binding::new("is_quantity_string", |args| Ok(Value::Bool(Quantity::parse(text(args)?).is_ok()))),
    Binding::new("quantity_sign", |args| Ok(Value::Int(quantity(args, 0)?.sign()))),
    Binding::new("quantity_is_greater_than", |args| compared(args, Ordering::is_gt)),
    Binding::new("quantity_is_less_than", |args| compared(args, Ordering::is_lt)),
    Binding::new("quantity_compare_to", |args| {
        Ok(Value::Int(quantity(args, 0)?.compare(quantity(args, 1)?) as i64))
    }),
    Binding::new("quantity_get_float", |args| Ok(Value::Double(quantity(args, 0)?.as_approximate_float()))),
    Binding::new("quantity_get_int", |args| {
        let value = quantity(args, 0)?.as_int();
        value.map(Value::Int).ok_or_else(|| Error::new("cannot convert value to integer"))
    }),
    Binding::new("quantity_is_integer", |args| Ok(Value::Bool(quantity(args, 0)?.as_int().is_some()))),
    Binding::new("quantity_add", |args| Ok(held(quantity(args, 0)?.add(quantity(args, 1)?)))),
    Binding::new("quantity_add_int", |args| Ok(held(quantity(args, 0)?.add(&int(args)?)))),
    Binding::new("quantity_sub", |args| Ok(held(quantity(args, 0)?.sub(quantity(args, 1)?)))),
    Binding::new("quantity_sub_int", |args| Ok(held(quantity(args, 0)?.sub(&int(args)?)))),
];

fn quantity(args: &[Value], at: usize) -> Result<&Quantity, Error> {
    own(args, at)
}

fn int(args: &[Value]) -> Result<Quantity, Error> {
    let value = args.get(1).and_then(Value::as_int).ok_or_else(Error::no_such_overload)?;
    Ok(Quantity::of_int(value))
}

fn compared(args: &[Value], holds: fn(Ordering) -> bool) -> Outcome {
    Ok(Value::Bool(holds(quantity(args, 0)?.compare(quantity(args, 1)?))))
}

impl LibraryType for Quantity {
    const NAMES: [&'static str; 3] = ["kubernetes.Quantity", "cel.Quantity", "*resource.Quantity"];

    fn equals(&self, other: &Self) -> bool {
        self.compare(other).is_eq()
    }

    fn text(&self) -> String {
        self.canonical_text()
    }
}
