import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../../infra/programs/find-program.js';
import { JsRuntimeFinder } from './js-runtime.js';

const DENO = 'deno 2.9.6 (stable, release, x86_64-unknown-linux-gnu)\\nv8 15.0\\n';
const OLD_DENO = 'deno 2.2.12 (stable, release, x86_64-unknown-linux-gnu)\\n';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-runtime-'));
  await Promise.all([
    mkdir(join(folder, 'bundled')),
    mkdir(join(folder, 'node_modules/.bin'), { recursive: true }),
  ]);
});
afterEach(() => rm(folder, { recursive: true }));

/** Installs programs into the folder, given their names and what each prints as its version. */
async function install(programs: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(
    Object.entries(programs).map(([name, says]) =>
      writeFile(join(folder, name), `#!/bin/sh\nprintf '${says}'\n`, { mode: 0o755 }),
    ),
  );
}

const machine = (version: string) => ({
  searchPath: `${join(folder, 'node_modules/.bin')}:${folder}`,
  own: { path: '/opt/node', version },
  bundled: findProgram('deno', [], join(folder, 'bundled')),
  cacheDir: '/data/cache',
});

async function found(finder = new JsRuntimeFinder(), version = '20.20.2'): Promise<string | null> {
  const runtime = await finder.find(machine(version));
  return runtime?.option.replace(folder, 'PATH') ?? null;
}

describe('JsRuntimeFinder', () => {
  it.each<[what: string, programs: Record<string, string>, own: string, option: string | null]>([
    ['an old Node alone', {}, '20.20.2', null],
    ['a Node that is new enough', {}, '22.0.0', 'node:/opt/node'],
    ['Deno', { deno: DENO }, '20.20.2', 'deno:PATH/deno'],
    ['Deno and a new Node', { deno: DENO }, '24.1.0', 'deno:PATH/deno'],
    ['the oldest accepted Deno', { deno: 'deno 2.3.0\\n' }, '20.20.2', 'deno:PATH/deno'],
    ['the bundled Deno', { 'bundled/deno': DENO }, '24.1.0', 'deno:PATH/bundled/deno'],
    [
      "the operator's Deno and the bundled one",
      { deno: DENO, 'bundled/deno': DENO },
      '20.20.2',
      'deno:PATH/deno',
    ],
    [
      "an operator's Deno that is too old",
      { deno: OLD_DENO, 'bundled/deno': DENO },
      '20.20.2',
      'deno:PATH/bundled/deno',
    ],
    ['a bundled Deno that does not run here', { 'bundled/deno': '' }, '22.0.0', 'node:/opt/node'],
    [
      "npm's shim for Deno, which is not the operator's",
      { 'node_modules/.bin/deno': DENO, 'bundled/deno': DENO },
      '20.20.2',
      'deno:PATH/bundled/deno',
    ],
    ['an old Deno', { deno: OLD_DENO }, '20.20.2', null],
    ['an old Deno and a new Node', { deno: OLD_DENO }, '22.23.3', 'node:/opt/node'],
    ['a broken Deno', { deno: 'Segmentation fault\\n' }, '20.20.2', null],
    ['another Node on the PATH', { node: 'v22.23.3\\n' }, '20.20.2', 'node:PATH/node'],
    ['another old Node on the PATH', { node: 'v18.0.0\\n' }, '20.20.2', null],
  ])('chooses the right runtime given %s', async (_, programs, own, option) => {
    await install(programs);
    expect(await found(new JsRuntimeFinder(), own)).toBe(option);
  });

  it('notices when a runtime is installed or removed later', async () => {
    const finder = new JsRuntimeFinder();
    expect(await found(finder)).toBeNull();
    await install({ deno: DENO });
    expect(await found(finder)).toBe('deno:PATH/deno');
    await rm(join(folder, 'deno'));
    expect(await found(finder)).toBeNull();
  });

  it('notices after a minute that a runtime was updated in place', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const finder = new JsRuntimeFinder();
    await install({ deno: OLD_DENO });
    expect(await found(finder)).toBeNull();
    await install({ deno: DENO });
    now.mockReturnValue(59_999);
    expect(await found(finder)).toBeNull();
    now.mockReturnValue(60_000);
    expect(await found(finder)).toBe('deno:PATH/deno');
    now.mockRestore();
  });

  it.each([
    ['24.0.0', { NODE_OPTIONS: '--jitless' }],
    ['22.23.3', {}],
  ])('starts Node %s within the limits of a job', async (version, env) => {
    expect(await new JsRuntimeFinder().find(machine(version))).toMatchObject({ env });
  });
});
