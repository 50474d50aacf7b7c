/**
 * Signals a process and the group it leads. Never throws, since timers and listeners call it: a
 * process that is gone (ESRCH), or whose group is only zombies (EPERM on macOS), needs no signal.
 */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
    } catch {
      // Gone, or not ours.
    }
  }
}
