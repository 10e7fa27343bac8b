//! The page of `fray report --html` in a browser. Where there is none (Debian's `chromium` and
//! `chromium-driver`), the test says so and ends.
#![allow(clippy::print_stderr)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A browser that is told what to do by the WebDriver protocol.
struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// `None` if there is none on this machine.
    fn start() -> Option<Browser> {
        let mut driver = Command::new("chromedriver")
            .args(["--port=0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let lines = BufReader::new(driver.stdout.take()?).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        })?;
        let mut browser = Browser {
            driver,
            port,
            session: String::new(),
        };
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=1200,1600",
        ];
        let wish = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments }
        } } });
        let answer = browser.call("POST", "/session", &wish);
        browser.session = answer["value"]["sessionId"].as_str()?.to_owned();
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a driver");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(body.as_bytes()).expect("sent");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("an answer");
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("the answer");
        serde_json::from_slice(&answer).expect("JSON")
    }

    fn open(&self, page: &Path) {
        let url = json!({ "url": format!("file://{}", page.display()) });
        self.call("POST", &format!("/session/{}/url", self.session), &url);
    }

    /// What a piece of JavaScript returns.
    fn ask(&self, script: &str) -> Value {
        let path = format!("/session/{}/execute/sync", self.session);
        let answer = self.call("POST", &path, &json!({ "script": script, "args": [] }));
        answer["value"].clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            self.call("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn fray(arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_fray"))
        .args(arguments)
        .output()
        .expect("started");
    // 1 is that something is unsound, which is what this is about.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
}

#[test]
fn the_page_shows_runs_plots_and_bugs() {
    let Some(browser) = Browser::start() else {
        eprintln!("skipped: there is no chromedriver here");
        return;
    };
    let folder: PathBuf = std::env::temp_dir().join(format!("fray-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (store, page) = (path("results.store"), folder.join("report.html"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solvers/odd.sh");
    let odd = |way: &str| format!("{way}=/bin/sh {} {way}", script.display());
    let (warns, unknown) = (odd("warns"), odd("unknown"));
    fray(&[
        "test",
        "--quiet",
        "--store",
        &store,
        "--solver",
        &warns,
        "--solver",
        &unknown,
        "--only",
        "eqForm",
        "--op",
        "at,substring",
    ]);
    fray(&["cluster", "--store", &store, "--most", "1", "--runs", "20"]);
    fray(&[
        "report",
        "--store",
        &store,
        "--html",
        &page.to_string_lossy(),
    ]);
    browser.open(&page);
    assert_eq!(browser.ask("return document.body.dataset.ready"), "yes");
    let count = |what: &str| {
        let script = format!("return document.querySelectorAll({what:?}).length");
        browser.ask(&script).as_u64().unwrap_or(0)
    };
    assert_eq!(
        count("#solvers tbody tr"),
        3,
        "two runs and the virtual best"
    );
    assert!(count("#heat tbody tr") >= 1, "operators");
    assert_eq!(count("#cactus polyline"), 3);
    assert!(count("#scatter circle") >= 2);
    assert_eq!(count("#bugs details"), 1);
    // One click from the bug to its script and command.
    let open = "const bug = document.querySelector('#bugs details');\
                bug.querySelector('summary').click();\
                return bug.open && bug.querySelector('.script').textContent\
                + bug.querySelector('.command').textContent";
    let shown = browser.ask(open);
    let shown = shown.as_str().unwrap_or("");
    assert!(
        shown.contains("(check-sat)") && shown.contains("odd.sh"),
        "{shown}"
    );
    let _ = std::fs::remove_dir_all(&folder);
}
