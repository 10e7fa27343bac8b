#!/usr/bin/env python3
"""Lines of code by crate, in one or more states of the repository.

    python3 benches/lines.py REVISION...

Counted are the sources of crates (`crates/*/src`) without blank lines, comments and tests inside of them. An arm of `sinew-arms`
and the typed interface of `sinew` have rows of their own, so that states with and without them can be compared."""

import collections
import subprocess
import sys


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def code_lines(text):
    count, state = 0, "code"
    for line in text.splitlines():
        stripped = line.strip()
        if state == "tests":
            state = "code" if line == "}" else "tests"
        elif stripped == "#[cfg(test)]":
            state = "maybe"
        elif state == "maybe" and stripped.startswith("mod ") and stripped.endswith("{"):
            state = "tests"
        else:
            state = "code"
            count += bool(stripped) and not stripped.startswith("//")
    return count


def row(path):
    _, crate, _, *rest = path.split("/")
    arm = crate == "sinew-arms" and len(rest) > 1
    return f"{crate}/{rest[0]}" if arm or (crate == "sinew" and rest[0] == "api") else crate


def main():
    table = {}
    for revision in sys.argv[1:]:
        counts = collections.Counter()
        for path in git("ls-tree", "-r", "--name-only", revision, "crates").splitlines():
            if path.endswith(".rs") and "/src/" in path and not path.endswith("tests.rs"):
                counts[row(path)] += code_lines(git("show", f"{revision}:{path}"))
        table[revision] = counts
    print("| |", " | ".join(table), "|")
    print("|---|" + "---:|" * len(table))
    for name in sorted(set().union(*table.values())):
        print(f"| `{name}` |", " | ".join(f"{counts[name]:,}" for counts in table.values()), "|")
    print("| together |", " | ".join(f"{sum(counts.values()):,}" for counts in table.values()), "|")


if __name__ == "__main__":
    main()
