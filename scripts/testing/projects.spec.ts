import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import config, { ON_SERVICES } from '../../jest.config.mjs';

const ROOT = join(__dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const run = promisify(execFile);

/** The specs of a project, as jest itself finds them. */
async function specsOf(project: string): Promise<string[]> {
  const argv = [JEST, '--listTests', '--json', '--selectProjects', project];
  const { stdout } = await run(process.execPath, argv, { cwd: ROOT });
  return JSON.parse(stdout) as string[];
}

it('puts every spec into one project, and those that depend on services into a second one', async () => {
  const found = (
    await Promise.all(config.projects.map(({ displayName }) => specsOf(displayName)))
  ).flat();
  const there = ['apps', 'libs', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.spec\.\w+$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => join(ROOT, folder, path)),
  );
  const twice = ON_SERVICES.map((name) => join(ROOT, 'test/medium', `${name}.spec.ts`));
  expect(found.sort()).toEqual([...there, ...twice].sort());
});
