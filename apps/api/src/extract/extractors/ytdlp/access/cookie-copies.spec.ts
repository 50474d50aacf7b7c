import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { processName } from '../../../../infra/process/process-name.js';
import { CookieCopies } from './cookie-copies.js';

const COOKIES = `# Netscape HTTP Cookie File\n.site.example\tTRUE\t/\tTRUE\t0\tsid\tsecret\n`;

describe('CookieCopies', () => {
  let folder: string;
  let original: string;
  let copies: CookieCopies;
  const left = (): Promise<string[]> => readdir(join(folder, 'cookies')).catch(() => []);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-cookies-'));
    original = join(folder, 'original.txt');
    await writeFile(original, COOKIES, { mode: 0o644 });
    copies = new CookieCopies({ DATA_DIR: folder });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('gives each job a private copy', async () => {
    const [one, other] = [await copies.copy(original), await copies.copy(original)];
    await appendFile(one.file, 'written back');
    expect(await readFile(other.file, 'utf8')).toBe(COOKIES);
    expect(await readFile(original, 'utf8')).toBe(COOKIES);
    const modes = [one.file, dirname(one.file), join(folder, 'cookies')].map(
      async (path) => (await stat(path)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
    await one.remove();
    expect(await readFile(other.file, 'utf8')).toBe(COOKIES);
    await other.remove();
    expect(await readdir(dirname(dirname(other.file)))).toEqual([]);
    await copies.onModuleDestroy();
    expect(await left()).toEqual([]);
  });

  it('does not copy a file that has changed since it was checked', async () => {
    await writeFile(original, 'sid=secret');
    await expect(copies.copy(original)).rejects.toThrow(/must begin with/);
    await rm(original);
    await expect(copies.copy(original)).rejects.toThrow(/ENOENT/);
    expect(await left()).toEqual([]);
  });

  it('removes copies of dead processes and keeps those of living ones', async () => {
    const [place, pid, start] = processName().split(' ');
    const long = new Date(Date.now() - 24 * 60 * 60 * 1000);
    const folders = {
      ours: processName(),
      dead: `${place} ${pid} ${start}9`,
      elsewhere: 'another_machine 7 1234',
      'elsewhere, long ago': 'another_machine 8 1234',
    };
    for (const [whose, name] of Object.entries(folders)) {
      const path = join(folder, 'cookies', name);
      await mkdir(join(path, 'job-1'), { recursive: true });
      await writeFile(join(path, 'job-1', 'cookies.txt'), COOKIES);
      if (whose.endsWith('ago')) {
        await utimes(path, long, long);
      }
    }
    await copies.onModuleInit();
    expect((await left()).sort()).toEqual([folders.ours, folders.elsewhere].sort());
  });
});
