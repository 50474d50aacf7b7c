/** How often it is looked whether npm is still there. */
const LOOK_MS = 500;

/** Signals that ask a process to end, and the exit codes that shells give for them. */
const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Sends this process SIGTERM when the npm that runs it has gone. npm passes SIGINT and SIGTERM on
 * (to us, as package.json says `exec`: a shell in between would keep them), but not SIGHUP, and it
 * cannot pass SIGKILL on.
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
 * Exits on a signal with what is to be ended before that. Further signals do not cut that short:
 * under npm, one Ctrl-C arrives twice, from the terminal and from npm.
 * @param {() => Promise<void>} [cleanUp] children started by execa end with us without it
 * @returns {() => void} takes the handlers away again
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
