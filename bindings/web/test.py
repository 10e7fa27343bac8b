#!/usr/bin/env python3
"""Opens dist/sinew.html in headless Chromium, as a person would, and looks at what happens.

usage: bindings/web/build.sh && bindings/web/test.py [SCREENSHOT.png]

Needs chromium and chromedriver; says so and leaves with status 0 where they are not there.
"""

import base64
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

PAGE = pathlib.Path(__file__).resolve().parent / "dist" / "sinew.html"
LIMIT = 4_000_000


class Browser:
    """A session with chromedriver, in the WebDriver protocol."""

    def __init__(self, driver, chromium):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,760",
                     "--no-first-run", "--disable-background-networking", "--disable-component-update", "--no-proxy-server"]
        options = {"binary": chromium, "args": arguments}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}}
        for _ in range(100):
            try:
                self.session = self.call("POST", "/session", wanted)["sessionId"]
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=120) as reply:
            return json.load(reply)["value"]

    def open(self, url):
        self.call("POST", f"/session/{self.session}/url", {"url": url})

    def do(self, code, *arguments):
        return self.call("POST", f"/session/{self.session}/execute/sync", {"script": code, "args": list(arguments)})

    def wait(self, code, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.do("return " + code)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"still false after {seconds} s: {code}; state: {self.do('return document.body.innerText')}")

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", f"/session/{self.session}/screenshot")))

    def complaints(self):
        log = self.call("POST", f"/session/{self.session}/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def close(self):
        try:
            self.call("DELETE", f"/session/{self.session}")
        finally:
            self.process.terminate()
            self.process.wait()


STATE = "document.getElementById('state').textContent"


def run(browser, script=None):
    """Runs a script, or the one that is there; the answers are returned as pairs of class and text."""
    if script is not None:
        browser.do("const s = document.getElementById('script'); s.value = arguments[0]; s.dispatchEvent(new Event('input'));", script)
    browser.do("document.getElementById('run').click()")
    browser.wait(f"{STATE}.includes('steps')")
    return browser.do("return [...document.querySelectorAll('#results .item > :last-child')].map(e => [e.className, e.innerText])")


def choose(browser, name):
    browser.do("const e = document.getElementById('examples'); e.value = arguments[0]; e.dispatchEvent(new Event('change'));", name)


def check_examples(browser):
    answers = run(browser)
    words = [text for kind, text in answers if kind in ("sat", "unsat", "unknown")]
    assert words == ["unsat", "sat"], answers
    model = next(text for kind, text in answers if kind == "model")
    assert "mail" in model and '"@"' in model, model
    names = browser.do("return [...document.getElementById('examples').options].map(o => o.text)")
    assert len(names) >= 5, names
    for name in names:
        choose(browser, name)
        answers = run(browser)
        assert any(kind in ("sat", "unsat", "unknown") for kind, _ in answers), (name, answers)
        assert all("defect" not in text for _, text in answers), (name, answers)


def check_colours_and_errors(browser):
    choose(browser, "mistakes")
    answers = run(browser)
    assert [kind for kind, _ in answers].count("error") == 2, answers
    assert ["unknown", "unknown"] in answers, answers
    wrong = browser.do("return [...document.querySelectorAll('#colours .wrong')].map(e => e.textContent)")
    assert wrong == ["str.contians", '"three"'], wrong
    drawn = browser.do("return document.getElementById('colours').textContent")
    typed = browser.do("return document.getElementById('script').value")
    assert drawn == typed + "\n", "the colours lie exactly behind the text"
    kinds = set(browser.do("return [...document.querySelectorAll('#colours span')].map(e => e.classList[0])"))
    assert {"comment", "command", "operator", "string", "number"} <= kinds, kinds
    # Characters beyond the basic plane count as one column and two units.
    run(browser, '(echo "😀") (foo)\n')
    assert browser.do("return document.querySelector('#colours .wrong').textContent") == "foo"


HARD = """(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (= (+ (* a a a) (* b b b) (* c c c)) 114))
(check-sat)"""


def check_limits(browser):
    browser.do("document.getElementById('steps').value = 20000")
    answers = run(browser, HARD)
    assert ["unknown", "unknown"] in answers and ["reason", "resourceout"] in answers, answers
    browser.do("document.getElementById('steps').value = 0")
    browser.do("document.getElementById('run').click()")
    time.sleep(0.5)
    assert browser.do(f"return {STATE}") == "running"
    browser.do("document.getElementById('stop').click()")
    assert browser.do(f"return {STATE}") == "stopped"
    browser.do("document.getElementById('steps').value = 5000000")
    assert ["sat", "sat"] in run(browser, "(check-sat)"), "it can be used after a stop"


def check_proofs(browser):
    browser.do("document.getElementById('proofs').checked = true")
    answers = run(browser, '(declare-const x String)\n(assert (= x "abc"))\n(assert (< (str.len x) 3))\n(check-sat)\n')
    assert ["certificate", "every step of its proof was checked"] in answers, answers
    proof = browser.do("const a = document.querySelector('a.proof'); return [a.download, a.href.startsWith('blob:')]")
    assert proof == ["proof-line-4.txt", True], proof
    browser.do("fetch(document.querySelector('a.proof').href).then(r => r.text()).then(t => { document.body.dataset.proof = t; })")
    text = browser.wait("document.body.dataset.proof")
    assert text.startswith("(") and ":rule" in text and text.endswith(")\n"), text
    browser.do("document.getElementById('proofs').checked = false")


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        print("skipped  the page: chromium and chromedriver are needed")
        return
    if not PAGE.exists():
        raise SystemExit(f"{PAGE} is not there: run bindings/web/build.sh first")
    assert PAGE.stat().st_size < LIMIT, f"{PAGE.stat().st_size} bytes"
    browser = Browser(driver, chromium)
    try:
        browser.open(PAGE.as_uri())
        browser.wait(f"{STATE} === 'ready'")
        browser.wait("document.getElementById('version').textContent !== ''")
        for check in (check_examples, check_colours_and_errors, check_limits, check_proofs):
            check(browser)
            print(f"ok       {check.__name__}")
        if len(sys.argv) > 1:
            choose(browser, "first")
            run(browser)
            browser.screenshot(sys.argv[1])
        complaints = browser.complaints()
        assert not complaints, complaints
    finally:
        browser.close()


if __name__ == "__main__":
    main()
