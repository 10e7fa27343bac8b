#!/usr/bin/env python3
"""Families that blow up somewhere in the automata procedure: how it grows, and that its limits hold.

usage: benches/blow_up.py SINEW [PART-OF-A-NAME]

Each script is a process with `--arm automata`, 20,000,000 steps and a memory limit of 1 GiB. Prints a table for
docs/benchmarks/automata-arm.md: what each script came to, its steps, the processor's seconds, the largest memory."""
import os
import re
import resource
import subprocess
import sys
import tempfile

STEPS = 20_000_000
MEMORY = 1 << 30

LETTERS = '(re.range "a" "b")'


def needle(letter, n):
    """`(a|b)* letter (a|b)^n`: its smallest deterministic automaton has 2^(n+1) states."""
    return f'(re.++ (re.* {LETTERS}) (str.to_re "{letter}") ((_ re.^ {n}) {LETTERS}))'


def member(string, language):
    return f'(assert (str.in_re {string} {language}))'


def outside(string, language):
    return f'(assert (not (str.in_re {string} {language})))'


CUT = '(assert (= z (str.++ x y)))'


def determinise(n):
    return CUT + member('z', needle('b', n)) + outside('z', needle('a', n)) + member('x', '(re.+ (str.to_re "ab"))')


def intersect(k):
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]
    ends = member('x', '(re.+ (str.to_re "a"))') + member('y', '(re.+ (str.to_re "a"))')
    return CUT + ends + ''.join(member('z', f'(re.* ((_ re.^ {p}) (str.to_re "a")))') for p in primes[:k])


def complement(n):
    language = needle('a', 4)
    for depth in range(n):
        language = f'(re.comp (re.++ {language} (str.to_re "{"ab"[depth % 2]}")))'
    return CUT + member('z', language) + member('x', needle('b', 3)) + member('y', '(re.+ (str.to_re "b"))')


def two_loops(n):
    loops = [f'((_ re.loop 0 {n}) (str.to_re "{letter}"))' for letter in 'ab']
    return f'(re.++ {" ".join(loops)})'


def loops(n):
    ends = member('x', '(re.++ re.all (str.to_re "b"))') + member('y', '(re.++ (str.to_re "a") re.all)')
    return CUT + member('z', two_loops(n)) + ends


def loops_with_lengths(n):
    return CUT + member('z', two_loops(n)) + f'(assert (= (str.len x) (str.len y)))(assert (> (str.len x) {n // 2}))'


def memberships(k):
    many = (f'(re.++ ((_ re.loop 0 {100 + i}) {LETTERS}) (re.opt (str.to_re "c")))' for i in range(k))
    return CUT + ''.join(member('z', one) for one in many) + member('x', '(re.++ re.all (str.to_re "c") re.allchar)')


def words(k, length):
    return [''.join('abcd'[(7 * i + 3 * j * j + i * j) % 4] for j in range(length)) for i in range(k)]


def absent(k):
    return CUT + ''.join(f'(assert (not (str.contains z "{word}")))' for word in words(k, 5)) + f'(assert (> (str.len z) {k}))'


def chain(k, pairs):
    text, last = '', 'x'
    for i in range(k):
        old, new = pairs[i % len(pairs)]
        text += f'(declare-const v{i} String)(assert (= v{i} (str.replace_all {last} "{old}" "{new}")))'
        last = f'v{i}'
    return text, last


def replace_letters(k):
    text, last = chain(k, [('a', 'b'), ('b', 'c'), ('c', 'a')])
    return text + f'(assert (= {last} "{"cb" * 60}"))(assert (str.contains x "aab"))(assert (= y (str.++ x {last})))'


def replace_words(k):
    text, last = chain(k, [('ab', 'c'), ('c', 'ba')])
    return text + member(last, '(re.* (str.to_re "cb"))') + '(assert (str.contains x "aab"))'


def cyclic(k):
    text = ''.join(f'(declare-const u{i} String)' for i in range(k))
    for i in range(k - 1):
        text += f'(assert (= (str.++ u{i} "a" u{i + 1}) (str.++ u{(3 * i + 1) % k} "b" u{(5 * i + 2) % k})))'
    return text


def different(k):
    text = ''
    for i in range(k):
        text += f'(declare-const u{i} String)' + member(f'u{i}', '(re.* (str.to_re "ab"))')
        text += f'(assert (<= (str.len u{i}) {2 * (k - 2)}))'
    return text + f'(assert (distinct {" ".join(f"u{i}" for i in range(k))}))(assert (= z (str.++ u0 u1)))'


FAMILIES = [
    ('`z = xy` not in `(a\\|b)*a(a\\|b)^n`', determinise, [4, 8, 12, 16, 20, 40]),
    ('`z = xy` in `(a^p)*` for k primes p', intersect, [3, 5, 8, 12, 16]),
    ('`z = xy` in n nested complements', complement, [1, 2, 4, 8, 16]),
    ('`z = xy` in `a{0,n}b{0,n}`', loops, [10, 100, 1000, 10000]),
    ('the same, and lengths', loops_with_lengths, [10, 100, 1000, 10000]),
    ('k memberships of `z = xy`', memberships, [10, 30, 100]),
    ('k words that do not occur in `z = xy`', absent, [5, 20, 100]),
    ('k times `replace_all`, letters', replace_letters, [1, 5, 10, 20, 50]),
    ('k times `replace_all`, `ab` → `c` → `ba`', replace_words, [1, 2, 5, 10, 20, 50]),
    ('k equations that are not chain-free', cyclic, [4, 8, 16, 32]),
    ('k different words of k - 1', different, [4, 8, 16, 32]),
]


def run(sinew, script):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [sinew, '--arm', 'automata', '--no-check-unsat', f'--rlimit-per={STEPS}', '--stats', script]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    answer = re.search(r'^(sat|unsat|unknown)$', output, re.M)
    steps = re.search(r':steps (\d+)', output)
    return (answer[1] if answer else 'none', steps[1] if steps else '?', usage.ru_utime, usage.ru_maxrss >> 10)


def main():
    sinew, part = sys.argv[1], ''.join(sys.argv[2:3])
    print('| family | size | answer | steps | s | MiB |\n|---|---|---|---|---|---|')
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, 'script.smt2')
        for name, family, sizes in FAMILIES:
            for size in sizes if part in name else []:
                with open(script, 'w') as file:
                    file.write('(declare-const x String)(declare-const y String)(declare-const z String)')
                    file.write(family(size) + '(check-sat)')
                answer, steps, seconds, memory = run(sinew, script)
                print(f'| {name} | {size} | {answer} | {steps} | {seconds:.2f} | {memory} |', flush=True)


main()
