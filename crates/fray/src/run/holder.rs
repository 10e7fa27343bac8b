//! Who works on what: names of processes by which it can be seen later whether they still run.

/// A name for a process that no other has, before or after, on this machine.
pub(super) fn holder(id: u32) -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let boot = read("/proc/sys/kernel/random/boot_id");
    let stat = read(&format!("/proc/{id}/stat"));
    // The name in parentheses may hold anything; the start time is the 20th field after it.
    let fields = stat.rsplit_once(')').map_or("", |(_, after)| after);
    let start = fields.split_whitespace().nth(19).unwrap_or("");
    format!("{} {id} {start}", boot.trim())
}

/// Whether the process of that name still runs here. One on another machine counts as gone:
/// machines share work by shards.
pub(super) fn is_alive(name: &str) -> bool {
    let mut parts = name.split(' ').skip(1);
    let id = parts.next().and_then(|id| id.parse().ok());
    id.is_some_and(|id| holder(id) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_alive_until_it_is_gone() {
        let mut child = std::process::Command::new("/bin/sleep")
            .arg("60")
            .spawn()
            .expect("started");
        let name = holder(child.id());
        assert!(is_alive(&name));
        child.kill().expect("killed");
        child.wait().expect("gone");
        assert!(!is_alive(&name));
        let other_boot = format!("x{}", holder(std::process::id()));
        assert!(!is_alive(&other_boot));
        assert!(!is_alive(""));
    }
}
