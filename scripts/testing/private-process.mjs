import { spawn } from 'node:child_process';
import { SAY } from '../messages.mjs';
import { findProgram } from '../programs/find-program.mjs';

const KEPT_CHARACTERS = 20_000;

/**
 * @typedef {object} PrivateProcess
 * @property {() => Promise<void>} stop asks it to end, insists after 5 s, resolves when it is gone
 *
 * @typedef {object} Program
 * @property {string} name for people
 * @property {string} command
 * @property {string[]} argv
 * @property {string} readyText what it prints when it takes connections
 * @property {number} timeoutMs for that
 * @property {NodeJS.Signals} stopSignal the one that makes it end at once and in order
 * @property {string[]} [as] what stands before the command: another user's identity
 */

/**
 * Starts a server program of ours and waits until it says it is ready. It gets a session of its
 * own, so that Ctrl-C reaches the tests before their database.
 * @param {Program} program
 * @returns {Promise<PrivateProcess>}
 * @throws {Error} with what it printed, when it ends or is not ready in time
 */
export async function startPrivate(program) {
  const [command = '', ...argv] = [
    ...(program.as ?? []),
    // After the change of identity, which would clear it.
    ...(await dieWithUs(program.stopSignal)),
    program.command,
    ...program.argv,
  ];
  const child = spawn(command, argv, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const stop = async () => {
    const insist = setTimeout(() => child.kill('SIGKILL'), 5000);
    child.kill(program.stopSignal);
    await gone;
    clearTimeout(insist);
  };
  try {
    await ready(child, program);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Program} program
 */
function ready(child, { name, readyText, timeoutMs }) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (sentence) => reject(new Error(`${sentence}\n${output}`));
    const late = setTimeout(() => fail(SAY.notReady(name, timeoutMs / 1000)), timeoutMs);
    const read = (chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      if (output.includes(readyText)) {
        clearTimeout(late);
        resolve(undefined);
      }
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    const ended = (why) => {
      clearTimeout(late);
      fail(SAY.endedEarly(name, why));
    };
    child.once('error', (error) => ended(error.message)).once('close', ended);
  });
}

/**
 * On Linux the kernel is asked to end the program when we are killed without a chance to do so.
 * @param {NodeJS.Signals} signal
 */
async function dieWithUs(signal) {
  const setpriv = process.platform === 'linux' && (await findProgram('setpriv'));
  return setpriv ? [setpriv, '--pdeathsig', signal.replace('SIG', '')] : [];
}
