//! The executable reference semantics: values, evaluation, model checking.
