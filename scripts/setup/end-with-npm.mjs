/** How often to check that npm is still running, in milliseconds. */
const LOOK_MS = 500;

/** Signals that ask a process to end, and the exit codes that shells use for them. */
const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Sends this process SIGTERM when the npm that runs it has ended. npm forwards SIGINT and SIGTERM,
 * but not SIGHUP, and nothing can forward SIGKILL. The signals reach this process because
 * package.json uses `exec`; a shell in between would swallow them.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) {
    return;
  }
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== npm) {
      clearInterval(timer);
      process.kill(process.pid, 'SIGTERM');
    }
  }, LOOK_MS);
  timer.unref();
}

/**
 * Cleans up and exits on a signal. Further signals do not interrupt the clean-up, because under npm
 * one Ctrl-C arrives twice: from the terminal and from npm.
 * @param {() => Promise<void>} [cleanUp] ends what does not end with this process
 * @returns {() => void} a function that removes the handlers
 */
export function exitOnSignals(cleanUp = () => Promise.resolve()) {
  let begun = false;
  const handlers = Object.entries(ENDING).map(([signal, code]) => {
    const exit = () => {
      if (!begun) {
        begun = true;
        void cleanUp().finally(() => process.exit(code));
      }
    };
    process.on(signal, exit);
    return () => process.off(signal, exit);
  });
  return () => handlers.forEach((remove) => remove());
}
