import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Program } from './table.mjs';

/** Records its arguments. Lists and installs nothing. */
const FAKE_APT = '#!/bin/sh\necho "$*" >> "$APT_LOG"\n';
const FAKE_SUDO = '#!/bin/sh\nshift\nexec "$@"\n';

const program = (name: string, more: Partial<Program> = {}): Program => ({
  ...{ name, purpose: 'test', why: 'it is tested', commands: [name], debian: [`the-${name}`] },
  ...more,
});

describe('installTogether', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-apt-'));
    await writeFile(join(folder, 'apt-get'), FAKE_APT, { mode: 0o755 });
    await writeFile(join(folder, 'sudo'), FAKE_SUDO, { mode: 0o755 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** @returns the packages of each command that installs some */
  async function installed(programs: Program[]): Promise<string[]> {
    const log = join(folder, 'log');
    await writeFile(log, '');
    const url = pathToFileURL(join(__dirname, 'install-together.mjs')).href;
    const code = `const { installTogether } = await import('${url}');
      await installTogether(${JSON.stringify(programs)});`;
    const PATH = [folder, process.env['PATH']].join(delimiter);
    const env = { ...process.env, PATH, APT_LOG: log, ONE_PATH: join(folder, 'nothing') };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { env });
    const lines = (await readFile(log, 'utf8')).split('\n');
    return lines.flatMap((line) => / --no-install-recommends (.+)/.exec(line)?.[1] ?? []);
  }

  it('installs programs with one command, except one in place of another, and one that a variable names', async () => {
    const named = program('named', { givenBy: { named: 'ONE_PATH' } });
    const instead = program('instead', { isFallback: true });
    const packages = await installed([program('one'), instead, named, program('two')]);
    expect(packages).toEqual(['the-one the-two']);
  });

  it('leaves a single program to be installed by itself', async () => {
    expect(await installed([program('one')])).toEqual([]);
  });
});
