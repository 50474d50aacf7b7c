import { execFile } from 'node:child_process';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Runs a program to its end and gives its standard output; rejects with the end of its standard error.
 * @param cwd the folder to run it in; ours unless told.
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
