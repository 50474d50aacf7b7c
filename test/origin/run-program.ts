import { execFile } from 'node:child_process';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Runs a program until it exits.
 * @param cwd the program's working directory; by default, the current one
 * @returns the program's stdout; rejects with the end of its stderr
 */
export const runProgram = (
  program: string,
  argv: readonly string[],
  cwd?: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...argv],
      { maxBuffer: MAX_OUTPUT_BYTES, cwd },
      (error, stdout, stderr) => {
        if (error) {
          reject(new Error(`${program}: ${error.message}\n${stderr.slice(-2_000)}`));
        } else {
          resolve(stdout);
        }
      },
    );
    child.stdin?.end();
  });
