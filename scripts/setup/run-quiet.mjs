import { spawn } from 'node:child_process';
import { ROOT } from './root.mjs';

/** Kept of a program's output: enough for a whole npm or compiler report. */
const KEPT_CHARACTERS = 200_000;

/**
 * @typedef {{ ok: boolean, code: number | null, output: string }} Outcome
 * @typedef {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, cwd?: string }} Options
 */

/**
 * Runs a program without showing what it prints, and never throws: a program that cannot be
 * started, that is killed or that passes its deadline is `ok: false`.
 * SIGINT and SIGTERM end it together with us, with the shell's exit codes.
 * @param {string} command
 * @param {string[]} argv
 * @param {Options} [options]
 * @returns {Promise<Outcome>}
 */
export function runQuiet(command, argv, { env = process.env, timeoutMs, cwd = ROOT } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, argv, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    // Not spawn's own timeout: its timer keeps Node alive after a program that could not start.
    const deadline = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const interrupted = (signal) => {
      child.kill(signal);
      process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    const finish = (outcome) => {
      clearTimeout(deadline);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      resolve(outcome);
    };
    child.on('error', (error) => finish({ ok: false, code: null, output: error.message }));
    child.on('close', (code) => finish({ ok: code === 0, code, output }));
  });
}
