import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const run = promisify(execFile);

it('assigns every spec to a project', async () => {
  const { stdout } = await run(process.execPath, [JEST, '--listTests', '--json'], { cwd: ROOT });
  const found = JSON.parse(stdout) as string[];
  const there = ['apps', 'libs', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.spec\.\w+$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => join(ROOT, folder, path)),
  );
  expect([...new Set(found)].sort()).toEqual(there.sort());
});
