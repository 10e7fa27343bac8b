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
* messages: a length written in front of what it is the length of, read back by position, with tests on the rest.
* edits: first occurrences replaced, one after the other, by words or by other strings, and lengths, positions and order before and after compared.
* ciphers: characters as codes, moved by a number, compared in order; a string that is made of another's characters.
* names: numbered names in lexicographic order, with prefixes, lengths and the number read back.
* forms: what a page's fields are put together from, one of several ways, with lengths, and what they must not be.
* checks: parts of a text that are in languages, and the whole in another one.
* paths: what functions of a library do to a path: the part behind the last separator, its extension, one more component, made shorter or longer.
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


def messages(dice):
    """A length in front of a text, as protocols have it."""
    mark = dice.choice([":", "#", "\\u{0a}", "; "])
    at, size = f"(str.indexof s {quoted(mark)} 0)", f"(str.len {quoted(mark)})"
    lines = ["(declare-const s String)", "(declare-const body String)", "(declare-const n Int)", f"(assert (>= {at} {dice.randint(0, 2)}))"]
    lines.append(f"(assert (= n (str.to_int (str.substr s 0 {at}))))")
    lines.append(f"(assert (= body (str.substr s (+ {at} {size}) (str.len s))))")
    lines.append(dice.choice(["(assert (= n (str.len body)))", "(assert (< n (str.len body)))", "(assert (and (>= n 0) (> n (str.len body))))"]))
    if dice.random() < 0.5:
        lines.append(f"(assert (>= (str.len body) {dice.randint(3, 30)}))")
    if dice.random() < 0.4:
        lines.append(f"(assert (str.prefixof \"0\" s))")
    if dice.random() < 0.4:
        lines.append(f"(assert (= (str.from_int n) (str.substr s 0 {at})))")
    return lines + tests_of(dice, "body") + (tests_of(dice, f"(str.replace s {quoted(mark)} \"\")") if dice.random() < 0.5 else [])


def edits(dice):
    """First occurrences replaced, and what has become of lengths, positions and order."""
    lines = [f"(declare-const {name} String)" for name in ("s", "t", "u")] + ["(declare-const n Int)"]
    now = "s"
    for _ in range(dice.randint(1, 3)):
        pattern, by = (dice.choice([quoted(words(dice, "abz", 2)), "t", "u"]) for _ in range(2))
        now = f"(str.replace {now} {pattern} {by})"
    other = dice.choice(["s", "(str.++ t u)", f"(str.substr s n {dice.randint(1, 4)})", "(str.from_int n)"])
    atoms = [
        f"(str.< {now} {other})",
        f"(= (str.len {now}) (+ (str.len s) {dice.randint(-2, 3)}))",
        f"(= {now} {other})",
        f"(= n (str.indexof {now} t {dice.randint(0, 2)}))",
        f"(str.<= t u)",
        f"(str.suffixof t {now})",
        f"(= (str.to_int u) n)",
    ]
    for atom in dice.sample(atoms, dice.randint(2, 4)):
        lines.append(f"(assert {atom})" if dice.random() < 0.7 else f"(assert (not {atom}))")
    lines.append(f"(assert (<= {dice.randint(0, 4)} (str.len s) {dice.randint(4, 30)}))")
    return lines + (tests_of(dice, dice.choice([now, "t"])) if dice.random() < 0.6 else [])


def ciphers(dice):
    """Characters as codes."""
    length, shift = dice.randint(2, 5), dice.randint(1, 9)
    lines = ["(declare-const s String)", "(declare-const t String)", "(declare-const k Int)", f"(assert (= (str.len s) {length}))"]
    code = lambda name, at: f"(str.to_code (str.at {name} {at}))"
    for at in range(length):
        if dice.random() < 0.7:
            moved = dice.choice([f"(+ {code('s', at)} k)", f"(+ {code('s', at)} {shift})", f"(+ 97 (mod (+ {code('s', at)} {shift}) 26))"])
            lines.append(f"(assert (= (str.at t {at}) (str.from_code {moved})))")
        else:
            lines.append(f"(assert (<= {97 + at} {code('s', at)} 122))")
    atoms = [
        "(str.< s t)",
        "(= (str.len t) (str.len s))",
        f"(str.contains t {quoted(words(dice, 'abz', 2))})",
        f"(str.is_digit (str.at t {dice.randrange(length)}))",
        f"(= (str.replace t (str.at s 0) \"\") {quoted(words(dice, 'abz', 3))})",
        f"(> (+ {code('s', 0)} {code('t', 1)}) {dice.randint(100, 250)})",
        f"(= (str.to_int (str.substr t 0 2)) {dice.randint(0, 99)})",
    ]
    for atom in dice.sample(atoms, dice.randint(1, 3)):
        lines.append(f"(assert {atom})" if dice.random() < 0.7 else f"(assert (not {atom}))")
    if dice.random() < 0.5:
        lines.append(f"(assert (< 0 k {dice.randint(2, 30)}))")
    return lines


def names(dice):
    """Numbered names in order."""
    count, stem = dice.randint(2, 4), words(dice, "abz_", 4)
    lines = [line for i in range(count) for line in (f"(declare-const a{i} String)", f"(declare-const n{i} Int)")]
    for i in range(count):
        end = dice.choice(["", ' ".txt"', f" (str.substr a{(i + 1) % count} 0 1)"])
        kind = dice.random()
        if kind < 0.5:
            lines.append(f"(assert (= a{i} (str.++ {quoted(stem)} (str.from_int n{i}){end})))")
        elif kind < 0.8:
            lines.append(f"(assert (= n{i} (str.to_int (str.substr a{i} {len(stem)} (str.len a{i})))))")
        else:
            lines.append(f"(assert (str.in_re a{i} (re.++ (str.to_re {quoted(stem)}) (re.+ (re.range \"0\" \"9\")))))")
        lines.append(f"(assert (<= {dice.randint(0, 20)} n{i} {dice.randint(20, 2000)}))")
    for i in range(count - 1):
        order = dice.choice(["str.<", "str.<="])
        lines.append(f"(assert ({order} a{i} a{i + 1}))")
        if dice.random() < 0.6:
            lines.append(f"(assert ({dice.choice(['>', '<', '='])} n{i} n{i + 1}))")
    if dice.random() < 0.5:
        lines.append(f"(assert (not (= (str.len a0) (str.len a{count - 1}))))")
    if dice.random() < 0.3:
        lines.append(f"(assert (= (str.replace a0 {quoted(stem)} \"\") (str.substr a1 {len(stem)} {dice.randint(1, 3)})))")
    return lines


def forms(dice):
    """Concatenations of fields, one of several ways."""
    count = dice.randint(3, 8)
    fields = [f"x{i}" for i in range(count)]
    lines = [f"(declare-const {field} String)" for field in fields] + ["(declare-const whole String)", "(declare-const c Bool)"]
    part = lambda: dice.choice([dice.choice(fields), quoted(words(dice, "abz=&", 3))])
    joined = lambda: f"(str.++ {' '.join(part() for _ in range(dice.randint(2, 4)))})"
    lines.append(f"(assert (or (= whole {joined()}) (= whole {joined()})))")
    for _ in range(dice.randint(2, 6)):
        one, other = dice.sample(fields, 2)
        atoms = [f"(= {one} {joined()})", f"(= {one} {other})", f"(= {one} {quoted(words(dice, 'abz', 3))})"]
        atoms += [f"(< (str.len {one}) (+ (str.len {other}) {dice.randint(0, 3)}))", f"(= (str.len {one}) {dice.randint(0, 6)})"]
        first, second = dice.sample(atoms, 2)
        lines.append(dice.choice([f"(assert (not {first}))", f"(assert (or c (not {first}) {second}))", f"(assert (ite c {first} (not {second})))"]))
    lines.append(f"(assert (>= (str.len whole) {dice.randint(2, 20)}))")
    return lines


def checks(dice):
    """Languages of parts and of the whole."""
    count = dice.randint(2, 4)
    lines = [f"(declare-const x{i} String)" for i in range(count)] + ["(declare-const whole String)"]
    letter = lambda: dice.choice(['(re.range "a" "f")', '(re.range "0" "9")', f"(str.to_re {quoted(words(dice, 'abz0', 2))})"])

    def language():
        one, other = letter(), letter()
        return dice.choice([f"(re.+ {one})", f"(re.++ (re.* {one}) {other})", f"(re.* (re.union {one} {other}))", f"((_ re.loop 1 {dice.randint(2, 5)}) {one})"])

    lines += [f"(assert (str.in_re x{i} {language()}))" for i in range(count)]
    lines.append(f"(assert (= whole (str.++ {' '.join(f'x{i}' for i in range(count))})))")
    asked = f"(str.in_re whole (re.++ {language()} {language()} {language()}))"
    lines.append(f"(assert {asked})" if dice.random() < 0.6 else f"(assert (or (not {asked}) (= x0 x1)))")
    if dice.random() < 0.5:
        lines.append(f"(assert (= (str.len whole) {dice.randint(3, 40)}))")
    if dice.random() < 0.5:
        lines.append(f"(assert (not (str.in_re x0 {language()})))")
    return lines


def paths(dice):
    """Parts of a path, as functions of a library make them."""
    lines = [f"(declare-const {name} String)" for name in ("p", "d", "b", "e")] + ["(declare-const i Int)"]
    lines.append("(assert (= p (str.++ d \"/\" b)))")
    lines.append(dice.choice(['(assert (not (str.contains b "/")))', "(assert (= i (str.indexof b \".\" 0)))", '(assert (= (str.indexof p "/" 1) (str.len d)))']))
    lines.append(dice.choice(['(assert (= e (str.substr b (+ i 1) (- (str.len b) (+ i 1)))))', '(assert (= b (str.++ (str.substr b 0 i) "." e)))', '(assert (= e (str.replace b "." "/")))']))
    atoms = [
        f"(= (str.replace p d {quoted(words(dice, 'ab/', 3))}) (str.++ \"/\" b e))",
        f"(str.prefixof {quoted('/' + words(dice, 'ab', 2))} d)",
        f"(= (str.at d (- (str.len d) 1)) (str.at b 0))",
        f"(< (str.len e) {dice.randint(1, 4)})",
        f"(> (str.to_int e) {dice.randint(1, 30)})",
        f"(str.< b d)",
        f"(= (str.indexof p b 0) (+ (str.len d) {dice.randint(0, 2)}))",
        f"(str.contains p {quoted(dice.choice(['//', '..', '/.', 'a/b']))})",
        f"(= (str.len p) {dice.randint(4, 40)})",
    ]
    for atom in dice.sample(atoms, dice.randint(3, 5)):
        lines.append(f"(assert {atom})" if dice.random() < 0.65 else f"(assert (not {atom}))")
    return lines


FAMILIES = {
    "escape": escape,
    "fields": fields,
    "digits": digits,
    "tokens": tokens,
    "messages": messages,
    "edits": edits,
    "ciphers": ciphers,
    "names": names,
    "forms": forms,
    "checks": checks,
    "paths": paths,
}


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
