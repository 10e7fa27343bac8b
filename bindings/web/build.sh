#!/usr/bin/env bash
# Builds dist/sinew.html: one file, with the solver in it, that any browser opens, from a disk or from a server.
#
#   bindings/web/build.sh
#
# Needs a Rust compiler for wasm32-unknown-unknown: that of rustup (`rustup target add wasm32-unknown-unknown`), or Debian's
# packages rustc-web, cargo-web, rust-web-src and lld, if they are recent enough for the sources; and wasm-bindgen's command, which is
# built into target/tools if it is not there (from crates.io).
set -euo pipefail
cd "$(dirname "$0")"

version=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' Cargo.toml)
bindgen=$(command -v wasm-bindgen || true)
if [ -z "$bindgen" ] || [ "$("$bindgen" --version)" != "wasm-bindgen $version" ]; then
  bindgen=target/tools/bin/wasm-bindgen
  # It runs once for each build, so that building it takes longer than it ever runs: no optimisation.
  [ -x "$bindgen" ] || cargo install --quiet --debug --version "$version" --root target/tools --bin wasm-bindgen wasm-bindgen-cli
fi

target=wasm32-unknown-unknown
if [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  cargo build --quiet --release --locked --target $target
else
  # Debian has the standard library as sources only; it is built along.
  RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
    cargo build --quiet --release --locked --target $target -Z build-std=std,panic_abort
fi
mkdir -p target/page dist
"$bindgen" --target no-modules --no-typescript --remove-name-section --remove-producers-section --out-dir target/page "target/$target/release/sinew_web.wasm"
if command -v wasm-opt > /dev/null; then
  wasm-opt -Os -o target/page/small.wasm target/page/sinew_web_bg.wasm && mv target/page/small.wasm target/page/sinew_web_bg.wasm
fi

awk '
  function copy(file,  line) { while ((getline line < file) > 0) print line; close(file) }
  /^@include-wasm$/ { while (("gzip -9 < target/page/sinew_web_bg.wasm | base64" | getline line) > 0) print line; next }
  /^@include-examples$/ {
    while (("ls ../../examples/*.smt2" | getline file) > 0) {
      name = file; sub(/.*\//, "", name); sub(/\.smt2$/, "", name)
      print "<script type=\"text/smt2\" data-name=\"" name "\">"; copy(file); print "</script>"
    }
    next
  }
  /^@include / { copy($2); next }
  { print }
' page/index.html > dist/sinew.html
echo "dist/sinew.html: $(wc -c < dist/sinew.html) bytes"
