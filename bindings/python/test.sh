#!/usr/bin/env bash
# Builds the wheel, installs it into a virtual environment, and runs the tests there.
#
#   bindings/python/test.sh [--dev] [pytest arguments]
#
# --dev builds without optimisation. PYTHON names the interpreter, SINEW_VENV the environment (made if it is
# not there, with maturin and pytest from PyPI, and mypy, z3-solver and pysmt if they can be had).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
venv=${SINEW_VENV:-$here/.venv}
profile=--release
if [ "${1:-}" = --dev ]; then profile='--profile dev'; shift; fi

command -v "$python" > /dev/null || { echo "skipped  the Python package: there is no $python"; exit 0; }
if [ ! -x "$venv/bin/python" ]; then
  "$python" -m venv "$venv" || { echo "skipped  the Python package: $python has no venv"; exit 0; }
  "$venv/bin/pip" install --quiet maturin pytest || true
  for extra in mypy z3-solver pysmt; do
    "$venv/bin/pip" install --quiet "$extra" || echo "without $extra: its tests are skipped"
  done
fi
for tool in maturin pytest; do
  [ -x "$venv/bin/$tool" ] || { echo "skipped  the Python package: $tool is not installed in $venv"; exit 0; }
done

cd "$here"
rm -rf dist
# shellcheck disable=SC2086
"$venv/bin/maturin" build $profile --locked --quiet --interpreter "$venv/bin/python" --out dist
"$venv/bin/pip" install --quiet --force-reinstall --no-deps dist/*.whl
"$venv/bin/python" -m pytest -q "$@"
