//! An append-only file of lines, each with its own check, that several processes write to.
//!
//! A line is a checksum and a text. Lines are appended in one piece by whoever holds the lock on
//! the file; a line that a kill or a full disk has cut off fails its check and is passed over, and
//! the next writer begins a new line after it. Nothing that was written is ever changed, so a
//! reader needs no lock: what it has read stays true, and what it has not read yet follows.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::digest::Digest;

const HEADER: &str = "fray store 1\n";

/// The file, and how far it has been read.
pub(super) struct Log {
    path: PathBuf,
    file: File,
    read: u64,
    /// Lines that failed their check.
    pub(super) damaged: u64,
}

/// A line as it is written.
fn framed(text: &str) -> String {
    let check = Digest::of(&[text.as_bytes()]).low();
    format!("{check:016x} {text}\n")
}

/// The text of a line, if it is whole.
fn unframed(line: &str) -> Option<&str> {
    let (check, text) = line.strip_suffix('\n')?.split_once(' ')?;
    let whole = u64::from_str_radix(check, 16).ok()? == Digest::of(&[text.as_bytes()]).low();
    whole.then_some(text)
}

impl Log {
    /// Opens the file; `create` says whether it may be new.
    pub(super) fn open(path: &Path, create: bool) -> Result<Log, String> {
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(create).open(path);
        let mut log = Log {
            path: path.to_owned(),
            file: file.map_err(|error| format!("the store {}: {error}", path.display()))?,
            read: HEADER.len() as u64,
            damaged: 0,
        };
        log.lock()?;
        let begun = log.begin();
        log.unlock()?;
        begun.map_err(|error| log.named(error))?;
        Ok(log)
    }

    /// Writes the head of a new file, checks that of an old one.
    fn begin(&mut self) -> std::io::Result<()> {
        let mut start = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        let reader = &mut self.file;
        reader.take(HEADER.len() as u64).read_to_end(&mut start)?;
        if start.is_empty() {
            return self.file.write_all(HEADER.as_bytes());
        }
        match start == HEADER.as_bytes() {
            true => Ok(()),
            false => Err(std::io::Error::other("it is not a store of this version")),
        }
    }

    fn named(&self, error: std::io::Error) -> String {
        format!("the store {}: {error}", self.path.display())
    }

    /// Waits until no other process writes, and keeps them from it.
    pub(super) fn lock(&self) -> Result<(), String> {
        self.file.lock().map_err(|error| self.named(error))
    }

    /// Lets others write again.
    pub(super) fn unlock(&self) -> Result<(), String> {
        self.file.unlock().map_err(|error| self.named(error))
    }

    /// Appends lines; only while nobody else writes. They are read like those of others.
    pub(super) fn append(&mut self, texts: &[String]) -> Result<(), String> {
        if texts.is_empty() {
            return Ok(());
        }
        let written = self.write(texts);
        written.map_err(|error| self.named(error))
    }

    fn write(&mut self, texts: &[String]) -> std::io::Result<()> {
        let mut block = String::new();
        let mut last = [0u8];
        self.file.seek(SeekFrom::End(-1))?;
        self.file.read_exact(&mut last)?;
        if last != *b"\n" {
            block.push('\n');
        }
        for text in texts {
            block.push_str(&framed(text));
        }
        self.file.write_all(block.as_bytes())
    }

    /// The lines that have come since the last time, each with its place.
    pub(super) fn news(&mut self) -> Result<Vec<(u64, String)>, String> {
        let news = self.read_on();
        news.map_err(|error| self.named(error))
    }

    fn read_on(&mut self) -> std::io::Result<Vec<(u64, String)>> {
        let mut news = Vec::new();
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        reader.seek(SeekFrom::Start(self.read))?;
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            // The end, or a line that is still being written.
            if !line.ends_with(b"\n") {
                return Ok(news);
            }
            match std::str::from_utf8(&line).ok().and_then(unframed) {
                Some(text) => news.push((self.read, text.to_owned())),
                None if line == b"\n" => {}
                None => self.damaged += 1,
            }
            self.read += length as u64;
        }
    }

    /// The line at a place that [`news`](Log::news) told.
    pub(super) fn line(&self, place: u64) -> Result<String, String> {
        let read = || -> std::io::Result<String> {
            let mut reader = BufReader::new(&self.file);
            reader.seek(SeekFrom::Start(place))?;
            let mut line = String::new();
            reader.read_line(&mut line)?;
            Ok(unframed(&line).unwrap_or("").to_owned())
        };
        read().map_err(|error| self.named(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("fray-log-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn texts(log: &mut Log) -> Vec<String> {
        let news = log.news().expect("readable");
        news.into_iter().map(|(_, text)| text).collect()
    }

    fn append(log: &mut Log, texts: &[&str]) {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        log.lock().expect("free");
        log.append(&texts).expect("written");
        log.unlock().expect("ours");
    }

    #[test]
    fn two_writers_read_each_other() {
        let path = file("two");
        let mut one = Log::open(&path, true).expect("new");
        let mut other = Log::open(&path, false).expect("there");
        append(&mut one, &["a", "b"]);
        append(&mut other, &["c"]);
        assert_eq!(texts(&mut one), ["a", "b", "c"]);
        assert_eq!(texts(&mut other), ["a", "b", "c"]);
        append(&mut one, &["d"]);
        let news = other.news().expect("readable");
        assert_eq!(news.len(), 1);
        assert_eq!(other.line(news[0].0).expect("readable"), "d");
        let _ = std::fs::remove_file(&path);
    }

    #[test]
    fn a_line_that_was_cut_off_is_passed_over_and_the_next_is_whole() {
        let path = file("cut");
        let mut log = Log::open(&path, true).expect("new");
        append(&mut log, &["first", "second"]);
        let length = std::fs::metadata(&path).expect("there").len();
        log.file.set_len(length - 3).expect("cut");
        let mut log = Log::open(&path, false).expect("there");
        assert_eq!(texts(&mut log), ["first"]);
        append(&mut log, &["third"]);
        assert_eq!(texts(&mut log), ["third"]);
        assert_eq!(log.damaged, 1);
        let _ = std::fs::remove_file(&path);
    }

    #[test]
    fn another_file_is_not_a_store() {
        let path = file("other");
        std::fs::write(&path, "SQLite format 3").expect("written");
        assert!(Log::open(&path, true).is_err());
        let _ = std::fs::remove_file(&path);
        assert!(Log::open(&path, false).is_err());
    }
}
