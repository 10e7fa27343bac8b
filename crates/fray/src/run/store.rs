//! The store of results: a SQLite file that is written as results come and survives a kill.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, params};

use super::verdict::Verdict;

/// Results of runs.
pub struct Store {
    connection: Connection,
}

/// What identifies a run: the same solver, called the same way, on the same terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunKey {
    /// The solver's name, as the user gave it.
    pub solver: String,
    /// What it says about its version.
    pub version: String,
    /// Its command line, with the place of the test left open.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// The time limit in milliseconds.
    pub wall_millis: u64,
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where the test is in its suite.
    pub path: String,
    /// Its transformation.
    pub folder: String,
    /// The expected answer.
    pub status: String,
    /// What became of it.
    pub verdict: Verdict,
    /// What exactly.
    pub detail: String,
    /// Wall time.
    pub millis: u64,
    /// What a second solver said about the core: its name and its opinion's.
    pub second: Option<(String, String)>,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS run (
        id INTEGER PRIMARY KEY,
        solver TEXT NOT NULL,
        version TEXT NOT NULL,
        command TEXT NOT NULL,
        seed INTEGER NOT NULL,
        wall_millis INTEGER NOT NULL,
        UNIQUE (solver, version, command, seed, wall_millis)
    );
    CREATE TABLE IF NOT EXISTS result (
        run INTEGER NOT NULL REFERENCES run (id),
        path TEXT NOT NULL,
        folder TEXT NOT NULL,
        status TEXT NOT NULL,
        verdict TEXT NOT NULL,
        detail TEXT NOT NULL,
        millis INTEGER NOT NULL,
        PRIMARY KEY (run, path)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS core_check (
        run INTEGER NOT NULL REFERENCES run (id),
        path TEXT NOT NULL,
        second TEXT NOT NULL,
        opinion TEXT NOT NULL,
        PRIMARY KEY (run, path)
    ) WITHOUT ROWID;
";

/// Large numbers do not fit SQLite's signed integers; seeds keep their bits.
fn signed(value: u64) -> i64 {
    i64::from_ne_bytes(value.to_ne_bytes())
}

fn unsigned(value: i64) -> u64 {
    u64::from_ne_bytes(value.to_ne_bytes())
}

impl Store {
    /// Opens the store in this file, making it if need be.
    pub fn open(path: &Path) -> Result<Store, String> {
        let named = |problem: String| format!("the store {}: {problem}", path.display());
        let connection = Connection::open(path).map_err(|e| named(e.to_string()))?;
        Store::prepare(connection).map_err(named)
    }

    /// Opens the store in this file, which must be there.
    pub fn open_existing(path: &Path) -> Result<Store, String> {
        match path.is_file() {
            true => Store::open(path),
            false => Err(format!("the store {} is not there", path.display())),
        }
    }

    /// A store that is gone afterwards.
    pub fn in_memory() -> Result<Store, String> {
        let connection = Connection::open_in_memory().map_err(|e| e.to_string())?;
        Store::prepare(connection)
    }

    fn prepare(connection: Connection) -> Result<Store, String> {
        let set_up = || {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.busy_timeout(std::time::Duration::from_secs(30))?;
            connection.execute_batch(SCHEMA)
        };
        set_up().map_err(|error| error.to_string())?;
        Ok(Store { connection })
    }

    /// The run with this key, a new one if there is none.
    pub fn run(&self, key: &RunKey) -> Result<i64, String> {
        let (seed, wall_millis) = (signed(key.seed), signed(key.wall_millis));
        let values = params![key.solver, key.version, key.command, seed, wall_millis];
        let make = || -> rusqlite::Result<i64> {
            self.connection.execute(
                "INSERT OR IGNORE INTO run (solver, version, command, seed, wall_millis)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                values,
            )?;
            self.connection.query_row(
                "SELECT id FROM run WHERE solver = ?1 AND version = ?2 AND command = ?3
                 AND seed = ?4 AND wall_millis = ?5",
                values,
                |row| row.get(0),
            )
        };
        make().map_err(|error| error.to_string())
    }

    /// All runs, oldest first.
    pub fn runs(&self) -> Result<Vec<(i64, RunKey)>, String> {
        let query = || -> rusqlite::Result<Vec<(i64, RunKey)>> {
            let mut statement = self.connection.prepare(
                "SELECT id, solver, version, command, seed, wall_millis FROM run ORDER BY id",
            )?;
            let rows = statement.query_map([], |row| {
                let key = RunKey {
                    solver: row.get(1)?,
                    version: row.get(2)?,
                    command: row.get(3)?,
                    seed: unsigned(row.get(4)?),
                    wall_millis: unsigned(row.get(5)?),
                };
                Ok((row.get(0)?, key))
            })?;
            rows.collect()
        };
        query().map_err(|error| error.to_string())
    }

    /// Writes results; those of tests that have one already are replaced.
    pub fn add(&mut self, run: i64, records: &[Record]) -> Result<(), String> {
        let mut write = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            for record in records {
                transaction.execute(
                    "INSERT OR REPLACE INTO result VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![
                        run,
                        record.path,
                        record.folder,
                        record.status,
                        record.verdict.name(),
                        record.detail,
                        signed(record.millis)
                    ],
                )?;
                if let Some((second, opinion)) = &record.second {
                    transaction.execute(
                        "INSERT OR REPLACE INTO core_check VALUES (?1, ?2, ?3, ?4)",
                        params![run, record.path, second, opinion],
                    )?;
                }
            }
            transaction.commit()
        };
        write().map_err(|error| error.to_string())
    }

    /// The results of a run by test.
    pub fn results(&self, run: i64) -> Result<BTreeMap<String, Record>, String> {
        let query = || -> rusqlite::Result<BTreeMap<String, Record>> {
            let mut statement = self.connection.prepare(
                "SELECT path, folder, status, verdict, detail, millis, second, opinion
                 FROM result LEFT JOIN core_check USING (run, path) WHERE run = ?1",
            )?;
            let rows = statement.query_map([run], |row| {
                let verdict: String = row.get(3)?;
                Ok(Record {
                    path: row.get(0)?,
                    folder: row.get(1)?,
                    status: row.get(2)?,
                    // A name from a later version counts as the worst.
                    verdict: Verdict::from_name(&verdict).unwrap_or(Verdict::Crash),
                    detail: row.get(4)?,
                    millis: unsigned(row.get(5)?),
                    second: Option::zip(row.get(6)?, row.get(7)?),
                })
            })?;
            rows.map(|row| row.map(|record| (record.path.clone(), record)))
                .collect()
        };
        query().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_and_runs_resume() {
        let mut store = Store::in_memory().expect("opens");
        let key = RunKey {
            solver: "s".to_owned(),
            version: "1".to_owned(),
            command: "s {file}".to_owned(),
            seed: u64::MAX,
            wall_millis: 5000,
        };
        let run = store.run(&key).expect("made");
        assert_eq!(
            store.run(&key).expect("found"),
            run,
            "the same key, the same run"
        );
        let record = Record {
            path: "a/b.smt2".to_owned(),
            folder: "const".to_owned(),
            status: "sat".to_owned(),
            verdict: Verdict::InvalidModel,
            detail: "x = \u{7}".to_owned(),
            millis: 12,
            second: Some(("z3".to_owned(), "open".to_owned())),
        };
        store
            .add(run, std::slice::from_ref(&record))
            .expect("written");
        assert_eq!(store.results(run).expect("read")["a/b.smt2"], record);
        assert_eq!(store.runs().expect("read"), vec![(run, key)]);
    }
}
