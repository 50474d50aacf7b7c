/** Abort reason of a run that was stopped from outside. */
export class Stopped extends Error {
  constructor(readonly why: 'lost' | 'shutdown') {
    super(`the run was stopped: ${why}`);
  }
}

/** True if another process has taken over the task, or the task was cancelled. */
export function isLost({ reason }: AbortSignal): boolean {
  return reason instanceof Stopped && reason.why === 'lost';
}
