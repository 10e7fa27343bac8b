#!/usr/bin/env python3
"""Problems to learn the order of the string procedures from, beside public suites: what programs ask, one family for each kind of operator.

    python3 benches/teach.py FOLDER [--each N]

Writes N scripts of each family into FOLDER, and FOLDER/list.tsv for `benches/choose.py measure` (the answers are not known). A public suite that is the
only one with some operators cannot be left out of the learning unless something else teaches about them. Sizes and constants are random, from a
fixed seed; nothing is taken from a suite.

* escape: a text goes through replacements of all occurrences, one after the other, as in code that cleans input; can what comes out still match?
* fields: a text is cut at separators and its parts are read as numbers, with bounds, sums and leading zeros.
* digits: single digits and short numerals at places of a text, checksums of them, and the text as a number.
* tokens: a scanner's path: positions of separators, slices between them, tests on slices, some of them denied or one of two.
"""

import argparse
import os
import random


def words(dice, letters, most):
    return "".join(dice.choice(letters) for _ in range(dice.randint(1, most)))


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def escape(dice):
    """A chain of replacements of all occurrences, and a question about its end."""
    letters, lines, now = "abc<>&", ["(declare-const in String)"], "in"
    for step in range(dice.randint(1, 16)):
        pattern = words(dice, letters, 2)
        by = dice.choice(["", words(dice, letters, 3), "&" + words(dice, letters, 2)])
        lines.append(f"(declare-const t{step} String)")
        lines.append(f"(assert (= t{step} (str.replace_all {now} {quoted(pattern)} {quoted(by)})))")
        now = f"t{step}"
    for _ in range(dice.randint(1, 2)):
        seen = [f"(str.to_re {quoted(words(dice, letters, 2))})" for _ in range(3)]
        lines.append(f"(assert (str.in_re {now} (re.++ re.all {seen[0]} (re.* (re.union {seen[1]} re.allchar)) {seen[2]} re.all)))")
    if dice.random() < 0.5:
        lines.append(f"(assert (not (str.contains in {quoted(words(dice, letters, 2))})))")
    if dice.random() < 0.5:
        lines.append(f"(assert (>= (str.len {now}) {dice.randint(3, 100)}))")
    return lines


def fields(dice):
    """Numbers between separators."""
    count, between = dice.randint(2, 5), dice.choice(".:-")
    lines = ["(declare-const s String)"] + [f"(declare-const f{i} String)" for i in range(count)]
    joined = f" {quoted(between)} ".join(f"f{i}" for i in range(count))
    lines.append(f"(assert (= s (str.++ {joined})))")
    digits = '(re.range "0" "9")'
    for i in range(count):
        value = f"(str.to_int f{i})"
        if dice.random() < 0.5:
            lines.append(f"(assert (str.in_re f{i} (re.+ {digits})))")
        else:
            lines.append(f"(assert (>= {value} 0))")
        low = dice.randint(0, 200)
        lines.append(f"(assert (<= {low} {value} {low + dice.choice([0, 9, 255])}))")
        if dice.random() < 0.4:
            lines.append(f"(assert (not (= f{i} (str.from_int {value}))))")
        if dice.random() < 0.4:
            lines.append(f"(assert (<= (str.len f{i}) {dice.randint(1, 4)}))")
    numbers = " ".join(f"(str.to_int f{i})" for i in range(count))
    lines.append(f"(assert (= (mod (+ {numbers}) {dice.randint(3, 11)}) {dice.randint(0, 2)}))")
    if dice.random() < 0.5:
        at = dice.randint(0, 6)
        lines.append(f"(assert (or (= (str.at s {at}) \"0\") (= (str.to_code (str.at s {at + 1})) {dice.randint(48, 57)})))")
    return lines


def digits(dice):
    """Digits at places: a checksum, codes of two digits, and a sum that is written out."""
    length = dice.randint(3, 9)
    lines = ["(declare-const s String)", "(declare-const t String)", "(declare-const n Int)", f"(assert (= (str.len s) {length}))"]
    if dice.random() < 0.5:
        lines.append('(assert (str.in_re s (re.+ (re.range "0" "9"))))')
    digit = lambda at: f"(str.to_int (str.at s {at}))"
    summed = " ".join(f"(* {dice.randint(1, 3)} {digit(at)})" for at in range(length))
    if dice.random() < 0.6:
        lines.append(f"(assert (= (mod (+ {summed}) {dice.choice([7, 10, 11])}) {dice.randint(0, 6)}))")
    for at in dice.sample(range(length - 1), 2):
        pair, low = f"(str.to_int (str.substr s {at} 2))", dice.randint(0, 40)
        atoms = [f"(< {low} {pair})", f"(= {digit(at)} {dice.randint(0, 9)})", f"(>= {pair} {low + 10})"]
        lines.append(f"(assert (or {atoms[0]} {atoms[1]}))" if dice.random() < 0.5 else f"(assert (not {atoms[2]}))")
    if dice.random() < 0.7:
        lines += [f"(assert (= n (+ (str.to_int s) {dice.randint(1, 999)})))", "(assert (= t (str.from_int n)))"]
        lines.append(dice.choice(["(assert (> (str.len t) (str.len s)))", f"(assert (str.suffixof {quoted(str(dice.randint(10, 99)))} t))"]))
    else:
        lines.append(f"(assert (not (= (str.at s 0) \"0\")))")
    return lines


def tokens(dice):
    """The path of a scanner: each part is what is left after the part before."""
    lines, rest = ["(declare-const s String)"], "s"
    for step in range(dice.randint(2, 6)):
        separator = quoted(dice.choice([";", "=", ", ", "/", "__"]))
        at = f"(str.indexof {rest} {separator} 0)"
        head, tail = f"(str.substr {rest} 0 {at})", f"(str.substr {rest} (+ {at} 1) (- (str.len {rest}) (+ {at} 1)))"
        lines.append(f"(assert (not (= {at} (- 1))))")
        lines += tests_of(dice, head)
        rest = tail
    lines += tests_of(dice, rest)
    lines.append(f"(assert (<= (str.len s) {dice.randint(8, 60)}))")
    return lines


def tests_of(dice, part):
    """What a program asks of a part, and how it was answered on this path."""
    word = quoted(words(dice, "abz_;=", 3))
    asked = [
        f"(= {part} {word})",
        f"(str.prefixof {word} {part})",
        f"(str.contains {part} {quoted(dice.choice('abz_;= '))})",
        f"(= (str.len {part}) {dice.randint(0, 5)})",
        f"(= (str.at {part} {dice.randint(0, 3)}) {quoted(dice.choice('abz_='))})",
        f"(= (str.replace {part} {quoted(dice.choice('abz'))} \"\") {part})",
    ]
    found = []
    for atom in dice.sample(asked, dice.randint(1, 3)):
        kind = dice.random()
        if kind < 0.5:
            found.append(f"(assert (not {atom}))")
        elif kind < 0.75:
            found.append(f"(assert {atom})")
        else:
            found.append(f"(assert (or {atom} {dice.choice(asked)}))")
    return found


FAMILIES = {"escape": escape, "fields": fields, "digits": digits, "tokens": tokens}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--each", type=int, default=40)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    with open(f"{options.folder}/list.tsv", "w") as table:
        for name, family in FAMILIES.items():
            for index in range(options.each):
                script = family(random.Random(f"{name} {index}"))
                path = f"{name}-{index}.smt2"
                with open(f"{options.folder}/{path}", "w") as out:
                    out.write("\n".join(["(set-logic ALL)", *script, "(check-sat)"]) + "\n")
                print(path, f"teach-{name}", "-", sep="\t", file=table)


if __name__ == "__main__":
    main()
