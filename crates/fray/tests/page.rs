//! The page of `fray report --html` in a browser. Where there is none (Debian's `chromium` and
//! `chromium-driver`), the test says so and ends; `.ci/run` says it aloud. A browser that is there
//! has to work.
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
        let path = std::env::var_os("PATH").unwrap_or_default();
        let there = |name: &str| std::env::split_paths(&path).any(|dir| dir.join(name).exists());
        if !there("chromium") || !there("chromedriver") {
            return None;
        }
        let mut driver = Command::new("chromedriver")
            .args(["--port=0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let lines = BufReader::new(driver.stdout.take().expect("piped")).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        let mut browser = Browser {
            driver,
            port: port.expect("the driver listens"),
            session: String::new(),
        };
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--window-size=1200,1600",
        ];
        let wish = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments }
        } } });
        let answer = browser.call("POST", "/session", &wish);
        let session = answer["value"]["sessionId"].as_str();
        let session = session.unwrap_or_else(|| panic!("the browser starts: {answer}"));
        browser.session = session.to_owned();
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

impl Browser {
    /// How many colours there are in a picture of what is shown. The browser takes the picture, and
    /// reads it again.
    fn colours(&self) -> u64 {
        let path = format!("/session/{}/screenshot", self.session);
        let picture = self.call("GET", &path, &json!({}));
        let picture = picture["value"].as_str().expect("a picture");
        let script = "const [picture, done] = arguments, image = new Image();\
            image.onerror = () => done(0);\
            image.onload = () => {\
              const canvas = document.createElement('canvas');\
              canvas.width = image.width; canvas.height = image.height;\
              const context = canvas.getContext('2d');\
              context.drawImage(image, 0, 0);\
              const pixels = context.getImageData(0, 0, image.width, image.height).data;\
              done(new Set(new Uint32Array(pixels.buffer)).size);\
            };\
            image.src = 'data:image/png;base64,' + picture;";
        let path = format!("/session/{}/execute/async", self.session);
        let answer = self.call(
            "POST",
            &path,
            &json!({ "script": script, "args": [picture] }),
        );
        answer["value"].as_u64().expect("a number")
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
    let blank = folder.join("blank.html");
    std::fs::write(&blank, "<!DOCTYPE html><title>nothing</title>").expect("written");
    browser.open(&blank);
    assert_eq!(browser.colours(), 1, "a blank page has one colour");
    browser.open(&page);
    let colours = browser.colours();
    assert!(
        colours > 20,
        "text, tables and plots have {colours} colours"
    );
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
    assert_eq!(count("#failed tbody tr"), 2, "tests that were not passed");
    assert_eq!(count("#cactus polyline"), 3);
    assert!(count("#scatter circle") >= 2);
    assert_eq!(count("#bugs details"), 1);
    // Both axes of both plots have numbers.
    for plot in ["#cactus", "#scatter"] {
        for axis in [".mark-x", ".mark-y"] {
            assert!(count(&format!("{plot} {axis}")) >= 2, "{plot} {axis}");
        }
    }
    let about = browser.ask("return document.getElementById('about').textContent");
    let about = about.as_str().unwrap_or("");
    assert!(about.ends_with("2 runs, 1 distinct bug"), "{about}");
    let legend = browser.ask("return document.getElementById('legend').textContent");
    let legend = legend.as_str().unwrap_or("");
    assert!(legend.contains("same script count once"), "{legend}");
    assert!(
        legend.contains("W: wrong answer: sat for an unsatisfiable test"),
        "{legend}"
    );
    assert!(!legend.contains("rejected"), "only what occurs: {legend}");
    assert_eq!(count("#contested:not([hidden])"), 0);
    // One click from the bug to its script and command.
    let open = "const bug = document.querySelector('#bugs details');\
                bug.querySelector('summary').click();\
                return bug.open && bug.querySelector('.script').textContent\
                + bug.querySelector('.command').textContent + bug.querySelector('.why').textContent";
    let shown = browser.ask(open);
    let shown = shown.as_str().unwrap_or("");
    assert!(
        ["(check-sat)", "odd.sh", "bug1.smt2", "Why that is wrong"]
            .iter()
            .all(|part| shown.contains(part)),
        "{shown}"
    );
    // Of a race: who contradicts whom.
    let file = path("open.smt2");
    let script = "(declare-fun x () String)\n(assert (= (str.at x 0) \"a\"))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let (store, page) = (path("race.store"), folder.join("race.html"));
    let (yes, no) = ("yes=/bin/sh -c 'echo sat'", "no=/bin/sh -c 'echo unsat'");
    let (race, page_path) = (
        ["race", &file, "--quiet", "--store", &store],
        page.to_string_lossy(),
    );
    fray(&[&race[..], &["--solver", yes, "--solver", no]].concat());
    fray(&["report", "--store", &store, "--html", &page_path]);
    browser.open(&page);
    let shown = browser.ask("return document.querySelector('#contradictions tbody').innerText");
    let shown = shown.as_str().unwrap_or("");
    assert!(shown.contains("open.smt2\tsat\tunsat"), "{shown}");
    let _ = std::fs::remove_dir_all(&folder);
}
