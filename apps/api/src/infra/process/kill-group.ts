/**
 * Sends a signal to a process and to the group that it leads. Never throws, because timers and
 * listeners call this. A process that is gone (ESRCH), or whose group consists only of zombies
 * (EPERM on macOS), needs no signal.
 */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
    } catch {
      // The process is gone, or is not ours.
    }
  }
}
