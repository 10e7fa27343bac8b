//! Logic, options and information: the commands that set up a session and ask about it.

use sinew_smtlib::AttributeValue;

use super::{Answer, Latest, Reply, Session};
use crate::host::{Channel, Host};
use crate::options::{self, Kind, Options};
use crate::query::{Outcome, Unknown};

/// Logics whose formulas this solver takes on; others are accepted, since formulas say
/// themselves what they need, but draw a remark.
const LOGICS: &[&str] = &[
    "ALL", "QF_S", "QF_SLIA", "QF_SNIA", "QF_LIA", "QF_IDL", "QF_UF", "QF_UFLIA", "QF_UFIDL",
];

impl Session {
    pub(super) fn set_logic(&mut self, logic: String, host: &mut dyn Host) -> Reply {
        if !self.options.force_logic.is_empty() {
            return Ok(Answer::Success);
        }
        if self.logic.is_some() {
            return Err("the logic is already set; `(reset)` starts over".to_owned());
        }
        if self.options.verbosity > 0 && !LOGICS.contains(&logic.as_str()) {
            host.remark(&format!(
                "logic `{logic}` is not one of those this solver is made for; what is not supported in it will be refused"
            ));
        }
        self.logic = Some(logic);
        Ok(Answer::Success)
    }

    /// Makes the reader follow the options.
    pub(super) fn configure(&mut self) {
        self.environment.dialect = self.options.dialect();
        self.environment.global_declarations = self.options.global_declarations;
        if !self.options.force_logic.is_empty() {
            self.logic = Some(self.options.force_logic.clone());
        }
    }

    pub(super) fn set_option(
        &mut self,
        keyword: &str,
        value: Option<AttributeValue>,
        host: &mut dyn Host,
    ) -> Reply {
        let name = keyword.trim_start_matches(':');
        let text = match value {
            Some(
                AttributeValue::Symbol(text)
                | AttributeValue::String(text)
                | AttributeValue::Other(text),
            ) => text,
            Some(AttributeValue::Numeral(number)) => number.to_string(),
            None => String::new(),
        };
        let Some(spec) = options::find(name) else {
            return self.foreign_option(name, &text, host);
        };
        let mut changed = self.options.clone();
        spec.set(&mut changed, &text)?;
        self.redirect(&changed, host)?;
        self.options = changed;
        self.configure();
        Ok(Answer::Success)
    }

    /// An option of other solvers, as far as a script that sets it loses nothing here.
    fn foreign_option(&self, name: &str, value: &str, host: &mut dyn Host) -> Reply {
        if options::is_language(name) {
            return match value.starts_with("smt") {
                true => Ok(Answer::Success),
                false => Err(format!("there is no language `{value}` but SMT-LIB (smt2)")),
            };
        }
        // The one that z3 reads strings in by default.
        if (name, value) == ("encoding", "unicode") {
            return Ok(Answer::Success);
        }
        if options::is_tuning_of_others(name) {
            if self.options.verbosity > 0 {
                host.remark(&options::without_effect(name));
            }
            return Ok(Answer::Success);
        }
        if options::WITHOUT_EFFECT.contains(&name) {
            return Ok(Answer::Success);
        }
        if self.options.verbosity > 0 {
            host.remark(&options::unknown("option", &format!(":{name}")));
        }
        Ok(Answer::Text("unsupported".to_owned()))
    }

    /// Sends the channels where `target` wants them.
    pub(super) fn redirect(&self, target: &Options, host: &mut dyn Host) -> Result<(), String> {
        let channels = [
            (
                Channel::Regular,
                &self.options.regular_output_channel,
                &target.regular_output_channel,
            ),
            (
                Channel::Diagnostic,
                &self.options.diagnostic_output_channel,
                &target.diagnostic_output_channel,
            ),
        ];
        for (channel, before, after) in channels {
            if before != after {
                host.redirect(channel, after)?;
            }
        }
        Ok(())
    }

    pub(super) fn get_option(&self, keyword: &str) -> Answer {
        let text = match options::find(keyword.trim_start_matches(':')) {
            Some(spec) => match spec.kind {
                Kind::Text(_) | Kind::Arms(_) | Kind::Rules | Kind::Steps | Kind::Tuning => {
                    quoted(&spec.get(&self.options))
                }
                _ => spec.get(&self.options),
            },
            None => "unsupported".to_owned(),
        };
        Answer::Text(text)
    }

    pub(super) fn get_info(&self, keyword: &str) -> Reply {
        let text = match keyword {
            ":name" => "(:name \"sinew\")".to_owned(),
            ":version" => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            ":authors" => format!("(:authors \"{}\")", env!("CARGO_PKG_AUTHORS")),
            ":error-behavior" => {
                format!(
                    "(:error-behavior {})",
                    options::error_behavior(&self.options)
                )
            }
            ":assertion-stack-levels" => format!("(:assertion-stack-levels {})", self.levels.len()),
            ":all-statistics" => self.statistics(),
            ":reason-unknown" => match &self.latest {
                Latest::Answer {
                    outcome: Outcome::Unknown(why),
                    ..
                } => match why {
                    Unknown::Refused(_) => {
                        format!("(:reason-unknown {})", quoted(&why.to_string()))
                    }
                    _ => format!("(:reason-unknown {})", why.symbol()),
                },
                Latest::Refused(why) => format!("(:reason-unknown {})", quoted(why)),
                _ => return Err("the latest answer, if there is one, was not `unknown`".to_owned()),
            },
            ":certificate" => match &self.latest {
                Latest::Answer { certificate, .. } => format!("(:certificate {certificate})"),
                _ => return Err("there is no answer: say (check-sat) first".to_owned()),
            },
            _ => "unsupported".to_owned(),
        };
        Ok(Answer::Text(text))
    }

    /// The statistics as one s-expression.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(check-sat)");
    /// assert!(session.statistics().starts_with("(:all-statistics (:queries 1 "));
    /// ```
    #[must_use]
    pub fn statistics(&self) -> String {
        let counters = self.counters();
        let entries: Vec<String> = counters
            .iter()
            .map(|(name, value)| format!(":{name} {value}"))
            .collect();
        format!("(:all-statistics ({}))", entries.join(" "))
    }

    /// The statistics: names and counts.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(check-sat)");
    /// assert!(session.counters().contains(&("queries".to_owned(), 1)));
    /// ```
    #[must_use]
    pub fn counters(&self) -> Vec<(String, u64)> {
        let mut entries = vec![
            ("queries".to_owned(), self.queries),
            ("steps".to_owned(), self.steps),
            ("terms".to_owned(), self.store.term_count() as u64),
            ("errors".to_owned(), self.errors),
        ];
        entries.extend(self.statistics.counters());
        entries
    }
}

/// The text as an SMT-LIB string literal without escapes, as replies have it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
