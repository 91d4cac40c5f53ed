//! What the machine has and what this process has used of it.

mod room;

use std::path::Path;
use std::time::Duration;

/// Processors this process may use.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Memory a solve may take unless told otherwise: three quarters of what the
/// system has free, or 2 GiB where that cannot be found out.
#[must_use]
pub fn default_memory() -> u64 {
    free_memory().map_or(2 << 30, |bytes| bytes / 4 * 3)
}

/// Memory that this process may still take, where the system tells: what the
/// machine has free, or less where a container, a control group or `ulimit -v`
/// gives less.
#[must_use]
pub fn free_memory() -> Option<u64> {
    let all = [kibibytes("/proc/meminfo", "MemAvailable:"), room::in_group(Path::new("/")), address_space()];
    all.into_iter().flatten().min()
}

/// Addresses that threads and the allocator take and mostly never use.
#[cfg(unix)]
const IDLE_ADDRESSES: u64 = 128 << 20;

/// Half of the addresses that are left to this process beside those, if they are
/// limited.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    let most = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let taken = kibibytes("/proc/self/status", "VmSize:")? + IDLE_ADDRESSES;
    Some(most.saturating_sub(taken) / 2)
}

/// This system does not limit them.
#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

/// Bytes that a folder may still grow by, where the system tells. A folder that
/// is not there yet is asked for by the nearest one above it.
#[must_use]
#[cfg(unix)]
pub fn free_disk(folder: &std::path::Path) -> Option<u64> {
    let stat = folder.ancestors().find_map(|folder| rustix::fs::statvfs(folder).ok())?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// This system is not asked.
#[must_use]
#[cfg(not(unix))]
pub fn free_disk(_: &std::path::Path) -> Option<u64> {
    None
}

/// The most memory this process has held, where the system tells.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    kibibytes("/proc/self/status", "VmHWM:")
}

/// Processor time this process has used, all threads together. Where the system
/// does not tell, the time by the clock since this was first asked.
#[must_use]
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time by the clock since this was first asked: this system does not tell
/// what this process has used.
#[must_use]
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static FIRST: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}

/// A figure in kB from a file of the Linux kernel, in bytes.
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}
