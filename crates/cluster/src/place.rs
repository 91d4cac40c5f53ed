//! Where the others are: in a list, or met in a folder that all share.
//!
//! Whatever starts the processes (`srun`, `mpirun`, or one of them) tells each its
//! number and how many there are. The folder of the databases is shared anyway, so
//! that is where they leave their addresses, in a folder of the run.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{ClusterError, Group, Secret};

/// The port of processes that are listed without one.
const PORT: u16 = 4650;

/// The hosts of a list: a line each, with a port or without; `#` begins a remark.
pub fn read_hosts(text: &str) -> Result<Vec<String>, ClusterError> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut hosts = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let address = match line.rsplit_once(':') {
            Some((_, port)) if port.parse::<u16>().is_ok() => line.to_string(),
            None => format!("{line}:{PORT}"),
            Some(_) => {
                return Err(ClusterError::Unclear(format!(
                    "`{line}` is no host: write one line for each process, such as `node1` or `node1:{PORT}`"
                )));
            }
        };
        hosts.push(address);
    }
    Ok(hosts)
}

/// What started the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launcher {
    /// `srun` of Slurm.
    Slurm,
    /// `mpirun` or `mpiexec`, used to start processes only.
    Mpirun,
}

/// Processes that meet in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The number of this process.
    pub me: usize,
    /// How many there are.
    pub processes: usize,
    /// What no other run is called.
    pub run: String,
    /// Under which name others reach this machine.
    pub host: String,
}

impl Meeting {
    /// What a launcher says, by its variables.
    pub fn launched(by: Launcher, variable: impl Fn(&str) -> Option<String>) -> Result<Self, ClusterError> {
        let first = |names: &[&str]| names.iter().find_map(|name| variable(name));
        let (numbers, counts, runs, launcher) = match by {
            Launcher::Slurm => (&["SLURM_PROCID"][..], &["SLURM_NTASKS"][..], &["SLURM_JOB_ID"][..], "srun"),
            Launcher::Mpirun => (
                &["OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"][..],
                &["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"][..],
                &["PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID", "HYDI_CONTROL_FD"][..],
                "mpirun",
            ),
        };
        let number = |names: &[&str]| {
            let found = first(names).and_then(|text| text.trim().parse::<usize>().ok());
            found.ok_or_else(|| {
                let names = names.join(" or ");
                ClusterError::Unclear(format!("{names} is not set: start the processes by `{launcher}`"))
            })
        };
        let parts = [first(runs), variable("SLURM_STEP_ID"), variable("SLURM_RESTART_COUNT")];
        let run: String = parts.into_iter().flatten().collect::<Vec<_>>().join("-");
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let host = first(&["SLURMD_NODENAME"]).or_else(own_name).unwrap_or_else(|| "127.0.0.1".into());
        let (me, processes) = (number(numbers)?, number(counts)?);
        if me >= processes {
            return Err(ClusterError::Unclear(format!("there is no process {me} among {processes}")));
        }
        Ok(Meeting { me, processes, run: run.chars().map(plain).collect(), host })
    }

    /// The folder of the run in a folder that all share.
    #[must_use]
    pub fn folder(&self, shared: &Path) -> PathBuf {
        shared.join(format!(".meeting-{}", self.run))
    }

    /// Leaves the address of this process and waits for those of the others. Without a
    /// secret the first makes one, in a file that only its user can read.
    pub fn gather(
        &self,
        shared: &Path,
        secret: Option<Secret>,
        patience: Duration,
    ) -> Result<Group, ClusterError> {
        let end = Instant::now() + patience;
        let folder = self.folder(shared);
        let failed = || ClusterError::io(format!("meeting in {}", folder.display()));
        fs::create_dir_all(&folder).map_err(failed())?;
        let inside = if self.host == "127.0.0.1" { "127.0.0.1" } else { "0.0.0.0" };
        let listener = TcpListener::bind((inside, 0)).map_err(failed())?;
        let port = listener.local_addr().map_err(failed())?.port();
        if secret.is_none() && self.me == 0 {
            leave(&folder, "secret", &Secret::any().map_err(failed())?).map_err(failed())?;
        }
        leave(&folder, &self.me.to_string(), &format!("{}:{port}", self.host)).map_err(failed())?;
        let find = |name: String| loop {
            match fs::read_to_string(folder.join(&name)) {
                Ok(text) => return Ok(text),
                Err(_) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
                Err(_) => {
                    let missing = format!("{} in {}", name, folder.display());
                    return Err(ClusterError::Missing { seconds: patience.as_secs(), missing });
                }
            }
        };
        let secret = match secret {
            Some(secret) => secret,
            None => Secret::new(&find("secret".into())?)
                .ok_or_else(|| ClusterError::Unclear("the secret of the run is damaged".into()))?,
        };
        let addresses = (0..self.processes).map(|peer| find(peer.to_string())).collect::<Result<_, _>>()?;
        Ok(Group { me: self.me, addresses, listener, secret, patience })
    }

    /// Clears up, once all have met.
    pub fn clear(&self, shared: &Path) {
        if self.me == 0 {
            _ = fs::remove_dir_all(self.folder(shared));
        }
    }
}

/// Writes a file that appears whole.
fn leave(folder: &Path, name: &str, text: &str) -> std::io::Result<()> {
    let unfinished = folder.join(format!("{name}.tmp"));
    let mut options = fs::File::options();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(unfinished, folder.join(name))
}

/// What this machine calls itself.
fn own_name() -> Option<String> {
    let name =
        fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| std::env::var("HOSTNAME").ok())?;
    Some(name.trim().to_string()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_lines() {
        let hosts = read_hosts("# ours\nnode1\n\nnode2:9000 # the large one\n").unwrap();
        assert_eq!(hosts, ["node1:4650", "node2:9000"]);
        assert!(read_hosts("node1:port").unwrap_err().to_string().contains("`node1:port` is no host"));
    }

    fn launched(by: Launcher, variables: &[(&str, &str)]) -> Result<Meeting, ClusterError> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        Meeting::launched(by, |name| find(name).map(|(_, value)| (*value).to_string()))
    }

    #[test]
    fn launchers_say_who_is_who() {
        let slurm = [
            ("SLURM_PROCID", "3"),
            ("SLURM_NTASKS", "4"),
            ("SLURM_JOB_ID", "77"),
            ("SLURM_STEP_ID", "0"),
            ("SLURMD_NODENAME", "node9"),
        ];
        let meeting = launched(Launcher::Slurm, &slurm).unwrap();
        let expected = Meeting { me: 3, processes: 4, run: "77-0".into(), host: "node9".into() };
        assert_eq!(meeting, expected);
        let mpirun =
            [("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "2"), ("PMIX_NAMESPACE", "prterun-a@1")];
        let meeting = launched(Launcher::Mpirun, &mpirun).unwrap();
        assert_eq!((meeting.me, meeting.processes, &meeting.run[..]), (0, 2, "prterun-a-1"));
        let error = launched(Launcher::Slurm, &mpirun).unwrap_err().to_string();
        assert!(error.contains("SLURM_PROCID") && error.contains("srun"), "{error}");
    }
}
