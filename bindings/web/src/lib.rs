//! The solver for a page: a script goes in, events come out, one JSON object each.
//!
//! | file | what it is about |
//! |---|---|
//! | `event` | what a run tells, as JSON |
//! | `run` | a script, executed command by command |

mod event;
mod run;

pub use event::Event;
pub use run::{Wishes, run};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Whoever is told what happens: an object with a method `event`.
    pub type Listener;

    #[wasm_bindgen(method, structural)]
    fn event(this: &Listener, json: &str);

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(message: &str);
}

/// Has a panic, which is a defect of ours, explained in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| log_error(&info.to_string())));
}

/// Runs a script. Each query may take `steps` steps, any number if that is 0.
#[wasm_bindgen(js_name = run)]
pub fn run_for_page(script: &str, steps: f64, models: bool, proofs: bool, listener: &Listener) {
    let wishes = Wishes {
        steps: steps as u64,
        models,
        proofs,
    };
    run(script, &wishes, &mut |event| listener.event(&event.json()));
}

/// The version of the solver.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The names of operators, with blanks between them, for the editor's colours.
#[wasm_bindgen]
#[must_use]
pub fn operators() -> String {
    let others = sinew_smtlib::other_names().map(|other| other.name);
    let binders = ["let", "forall", "exists", "!", "_", "as"];
    let names = sinew_term::Op::TABLE.iter().map(|row| row.name);
    let names: Vec<&str> = names.chain(others).chain(binders).collect();
    names.join(" ")
}

/// The names of commands, with blanks between them, for the editor's colours.
#[wasm_bindgen]
#[must_use]
pub fn commands() -> String {
    sinew_smtlib::command_names().collect::<Vec<_>>().join(" ")
}
