import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(__dirname, 'end-with-npm.mjs')).href;

/**
 * Prints a line when it is ready for signals and another when its clean-up begins. Ends the
 * clean-up when it gets input.
 */
const SCRIPT = `
  import { once } from 'node:events';
  import { exitOnSignals } from '${MODULE}';
  exitOnSignals(async () => {
    console.log('begun');
    await once(process.stdin, 'data');
    console.log('cleaned');
  });
  process.stdin.resume();
  console.log('listening');
`;

it('lets the clean-up finish when a signal is repeated', async () => {
  const argv = ['--input-type=module', '--eval', SCRIPT];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  const ended = once(child, 'close');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.push(text.trim());
    if (text === 'listening\n') {
      child.kill('SIGINT');
    } else if (text === 'begun\n') {
      child.kill('SIGINT');
      child.stdin.write('finish');
    }
  });
  expect(await ended).toEqual([130, null]);
  expect(said).toEqual(['listening', 'begun', 'cleaned']);
});
