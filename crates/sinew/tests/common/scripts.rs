//! The scripts below a folder.

use std::path::{Path, PathBuf};

/// All of them, in a fixed order; folders that cannot be read have none.
pub(crate) fn scripts(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut pending) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|name| name == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
