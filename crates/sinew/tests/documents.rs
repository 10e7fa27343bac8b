//! What README and guides show is what happens: each `console` block is run in the workspace's root, and
//! every `$` line must print what stands below it.

use std::path::{Path, PathBuf};
use std::process::Command;

const PAGES: &[&str] = &[
    "README.md",
    "docs/manual.md",
    "docs/coming-from.md",
    "docs/embedding.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of a page's blocks, each with the output it shows.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let (mut inside, mut fresh) = (false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
            fresh = true;
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            // What follows two blanks and a `#` is said to the reader.
            let command = command
                .split_once("   #")
                .map_or(command, |(command, _)| command);
            commands.push((command.trim_end().to_owned(), String::new()));
            fresh = false;
        } else {
            assert!(!fresh, "a block begins with a command, not with `{line}`");
            if let Some((_, output)) = commands.last_mut() {
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    commands
}

/// What a command prints, on both streams.
fn output(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sinew"));
    let folder = program.parent().expect("programs lie in folders").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", format!("{folder}:{path}"))
        .current_dir(root())
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn commands_print_what_is_shown() {
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).expect(page);
        for (command, shown) in commands(&text) {
            assert_eq!(output(&command), shown, "{page}: {command}");
        }
    }
}

#[test]
fn the_readme_shows_commands() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("README");
    assert!(commands(&text).len() >= 2);
}

/// The scripts that new users try first: each is answered, and only the one about mistakes has some.
#[test]
fn examples_are_answered() {
    let folder = root().join("examples");
    for entry in std::fs::read_dir(&folder).expect("examples") {
        let path = entry.expect("a file").path();
        let shown = output(&format!("sinew {}", path.display()));
        let mistaken = path.ends_with("mistakes.smt2");
        let unanswered = shown.contains("(error") || shown.contains("unknown");
        assert_eq!(unanswered, mistaken, "{}: {shown}", path.display());
        assert!(
            mistaken || shown.contains("sat"),
            "{}: {shown}",
            path.display()
        );
    }
}

/// Links between pages of the tree lead somewhere, headings included.
#[test]
fn links_lead_somewhere() {
    let mut pages = vec![
        root().join("README.md"),
        root().join("CONTRIBUTING.md"),
        root().join("ARCHITECTURE.md"),
    ];
    let docs = std::fs::read_dir(root().join("docs")).expect("docs");
    let docs = docs.map(|entry| entry.expect("a file").path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|e| e == "md")));
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
        {
            let link = link.0;
            if link.contains("://") || link.contains(char::is_whitespace) {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().expect("a folder").join(file),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let text = std::fs::read_to_string(&target).expect("a page");
                let found = text
                    .lines()
                    .any(|line| anchor(line).as_deref() == Some(heading));
                assert!(found, "{}: {link}", page.display());
            }
        }
    }
}

/// How a heading is linked to.
fn anchor(line: &str) -> Option<String> {
    let title = line.strip_prefix('#')?.trim_start_matches('#').trim();
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}
