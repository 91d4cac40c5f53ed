//! The room that control groups of Linux leave a process: of both versions, and of
//! the groups around its own.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a version: the limit, what is taken, and the line of `memory.stat`
/// that says which part of that is files in memory, given back when it is wanted.
struct Version {
    mount: &'static str,
    limit: &'static str,
    taken: &'static str,
    given_back: &'static str,
}

const FIRST: Version = Version {
    mount: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    taken: "memory.usage_in_bytes",
    given_back: "total_inactive_file",
};
const SECOND: Version = Version {
    mount: "sys/fs/cgroup",
    limit: "memory.max",
    taken: "memory.current",
    given_back: "inactive_file",
};

/// Bytes that the control groups of this process leave it, if they say so; the
/// file system begins at `root`.
pub(super) fn in_group(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let rooms = groups.lines().filter_map(|line| {
        // Number, controllers, path; no controllers in version 2.
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        match controllers {
            "" => SECOND.room(root, path),
            _ if controllers.split(',').any(|name| name == "memory") => FIRST.room(root, path),
            _ => None,
        }
    });
    rooms.min()
}

impl Version {
    /// The least room of a group and those around it. Inside a container the path is
    /// often that outside, and the group lies where all are mounted.
    fn room(&self, root: &Path, path: &str) -> Option<u64> {
        let mount = root.join(self.mount);
        let group = mount.join(path.trim_start_matches('/'));
        let around = group.ancestors().take_while(|folder| folder.starts_with(&mount));
        around.filter_map(|folder| self.room_in(folder.to_path_buf())).min()
    }

    fn room_in(&self, folder: PathBuf) -> Option<u64> {
        let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
        let number = |name: &str| text(name)?.trim().parse::<u64>().ok(); // `max` is no limit
        let stat = text("memory.stat").unwrap_or_default();
        let given_back = stat.lines().find_map(|line| {
            let (name, bytes) = line.split_once(' ')?;
            (name == self.given_back).then(|| bytes.trim().parse::<u64>().ok())?
        });
        let taken = number(self.taken)?.saturating_sub(given_back.unwrap_or(0));
        Some(number(self.limit)?.saturating_sub(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file system with these files.
    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_least_room_of_the_groups_around_a_process_counts() {
        let root = system(&[
            ("proc/self/cgroup", "0::/user/work\n"),
            ("sys/fs/cgroup/user/work/memory.max", "1000\n"),
            ("sys/fs/cgroup/user/work/memory.current", "300\n"),
            ("sys/fs/cgroup/user/work/memory.stat", "anon 100\ninactive_file 200\n"),
            ("sys/fs/cgroup/user/memory.max", "max\n"),
            ("sys/fs/cgroup/user/memory.current", "300\n"),
        ]);
        assert_eq!(in_group(root.path()), Some(900));
        fs::write(root.path().join("sys/fs/cgroup/user/memory.max"), "350").unwrap();
        assert_eq!(in_group(root.path()), Some(50));
        fs::write(root.path().join("sys/fs/cgroup/user/memory.max"), "200").unwrap();
        assert_eq!(in_group(root.path()), Some(0), "more is taken than may be");
    }

    /// Version 1, in a container: the path is that outside.
    #[test]
    fn a_container_is_a_group() {
        let root = system(&[
            ("proc/self/cgroup", "9:cpu:/far/away\n4:memory:/far/away\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "4000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1500\n"),
            ("sys/fs/cgroup/memory/memory.stat", "cache 900\ntotal_inactive_file 500\n"),
        ]);
        assert_eq!(in_group(root.path()), Some(3000));
    }

    #[test]
    fn a_system_without_groups_says_nothing() {
        assert_eq!(in_group(system(&[]).path()), None);
        assert_eq!(in_group(system(&[("proc/self/cgroup", "0::/\n")]).path()), None);
    }
}
