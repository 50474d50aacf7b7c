/** How often to check that npm is still running. */
const LOOK_MS = 500;

/** Signals that ask a process to end, with the exit codes that shells use for them. */
const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Sends this process SIGTERM when the npm that runs it has ended. npm forwards SIGINT and SIGTERM (to
 * us, because package.json uses `exec`: a shell in between would swallow them), but not SIGHUP, and
 * SIGKILL cannot be forwarded.
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
 * Cleans up and exits on a signal. Further signals do not interrupt the clean-up: under npm, one
 * Ctrl-C arrives twice, from the terminal and from npm.
 * @param {() => Promise<void>} [cleanUp] not needed for children started by execa
 * @returns {() => void} removes the handlers
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
