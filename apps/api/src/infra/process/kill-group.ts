/**
 * Kills a process and the group that it leads. Never throws, because timers and
 * listeners call this. Ignores a process that is gone (ESRCH), or whose group consists only of
 * zombies (EPERM on macOS).
 */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // The process is gone, or is not ours.
    }
  }
}
