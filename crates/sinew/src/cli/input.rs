//! Files that are read: plain or compressed ones, and standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

/// What every file compressed by gzip begins with (RFC 1952).
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Opens a file, whatever it is called; compressed ones are unpacked as they are read.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, String> {
    let shown = path.display();
    let cannot = |error: io::Error| format!("cannot read `{shown}`: {error}");
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(format!(
            "`{shown}` is a directory: name the scripts in it, as in `{shown}/*.smt2`"
        ));
    }
    let mut file = BufReader::new(file);
    let compressed = file.fill_buf().map_err(cannot)?.starts_with(&GZIP);
    Ok(match compressed {
        true => Box::new(MultiGzDecoder::new(file)),
        false => Box::new(file),
    })
}

/// All of a file, or of standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    open(path)?
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    Ok(bytes)
}
