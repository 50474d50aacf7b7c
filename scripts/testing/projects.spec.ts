import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fromRoot, ROOT } from '../setup/repository.mjs';
import { pathsIn } from './source-files.js';

it('assigns every spec to a project', async () => {
  const argv = [fromRoot('node_modules/jest/bin/jest.js'), '--listTests', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: ROOT });
  const specs = pathsIn('apps', 'libs', 'scripts', 'test').filter((path) =>
    /\.spec\.\w+$/.test(path),
  );
  const found = new Set(JSON.parse(stdout) as string[]);
  expect([...found].sort()).toEqual(specs.map((path) => fromRoot(path)).sort());
});
