//! What a page calls. Knows memory and nothing else.
//!
//! Nothing here reads or writes through a pointer: the page does, in the memory of the module. `no_mangle` alone counts as
//! unsafe, since two functions of one name would be.
#![expect(unsafe_code, reason = "the page calls these by their names")]

use std::cell::RefCell;

use crate::Workspace;

#[derive(Default)]
struct Memory {
    input: Vec<u8>,
    output: String,
    workspace: Workspace,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Room for so many bytes of input, until the next call.
#[unsafe(no_mangle)]
extern "C" fn input(len: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.input.clear();
        memory.input.resize(len, 0);
        memory.input.as_mut_ptr()
    })
}

/// Sets a file: the input is its name, so many bytes, and its text. Not JSON, since a text may have megabytes.
#[unsafe(no_mangle)]
extern "C" fn set_file(name_len: usize) {
    MEMORY.with_borrow_mut(|memory| {
        let input = std::mem::take(&mut memory.input);
        let (name, text) = input.split_at(name_len.min(input.len()));
        memory.workspace.set_file(&String::from_utf8_lossy(name), text.to_vec());
    });
}

/// Takes the types of Kubernetes' Go modules: the input is their text.
#[unsafe(no_mangle)]
extern "C" fn set_go_types() {
    MEMORY.with_borrow_mut(|memory| {
        let input = std::mem::take(&mut memory.input);
        memory.workspace.set_go_types(&String::from_utf8_lossy(&input));
    });
}

/// Does what the request in the input asks; where the answer begins.
#[unsafe(no_mangle)]
extern "C" fn request() -> *const u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.output = memory.workspace.request(&memory.input);
        memory.output.as_ptr()
    })
}

/// How many bytes the answer has.
#[unsafe(no_mangle)]
extern "C" fn output_len() -> usize {
    MEMORY.with_borrow(|memory| memory.output.len())
}
