import { suggestFilename } from '@dipper/media';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../../infra/process/run-process.js';
import { ZipFile } from './zip-file.js';
import { nameInZip } from './zip-names.js';

const MODIFIED = new Date('2026-11-21T12:34:56Z');
const never = new AbortController().signal;
/** Titles as they may come from a hostile page. */
const TITLES = [
  'Ωмега 語 العربية עברית ไทย 👨‍👩‍👧‍👦',
  'photo\u202Egpj.exe',
  '../../etc/passwd',
  'C:\\Windows\\con',
  'same',
  'SAME',
  'same. ',
  `long ${'語'.repeat(400)}`,
  'a\u0000b\r\n\u0085c',
  '-rf *',
];
/**
 * Prints each member as Python reads it after verifying the archive: name, size, modification time,
 * whether the name is flagged as UTF-8, and compression method.
 */
const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    print(json.dumps([[i.filename, i.file_size, list(i.date_time), bool(i.flag_bits & 0x800), i.compress_type] for i in zip.infolist()]))
`;

type Member = [name: string, bytes: number, time: number[], isUtf8: boolean, method: number];

describe('ZipFile, read by other programs', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  const run = (program: string, ...argv: string[]): Promise<string> =>
    runProcess(program, argv, { timeoutMs: 120_000 });
  const inPython = async (path: string): Promise<Member[]> =>
    JSON.parse(await run('python3', '-c', READ, path)) as Member[];

  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'dipper-zip-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('holds 50 files with all kinds of names, which unzip and Python extract unchanged', async () => {
    const zip = new ZipFile(at('fifty.zip'), () => undefined);
    const files = new Map<string, Buffer>();
    for (let index = 0; index < 50; index += 1) {
      const title = TITLES[index % TITLES.length] ?? '';
      const fileName = suggestFilename({ host: 'dipper.example', source: 'x', title });
      const name = nameInZip(fileName, index, 50);
      const bytes = randomBytes(index * 1000);
      await writeFile(at('entry'), bytes);
      const sizeBytes = bytes.length;
      await zip.add(at('entry'), { name, modifiedAt: MODIFIED, sizeBytes }, never);
      await rm(at('entry'));
      files.set(name, bytes);
    }
    zip.addText('why', { name: 'Not included.txt', modifiedAt: MODIFIED });
    await zip.close();

    const members = await inPython(at('fifty.zip'));
    expect(members.map(([name]) => name)).toEqual([...files.keys(), 'Not included.txt']);
    // Python reads the legacy time field, which is local; tests run in any time zone.
    expect(
      members.every(([, , [year], isUtf8, method]) => year === 2026 && isUtf8 && method === 0),
    ).toBe(true);
    await mkdir(at('out'));
    await run('unzip', '-q', at('fifty.zip'), '-d', at('out'));
    expect((await readdir(at('out'))).sort()).toEqual([...files.keys(), 'Not included.txt'].sort());
    for (const [name, bytes] of files) {
      expect((await readFile(join(at('out'), name))).equals(bytes)).toBe(true);
      expect((await stat(join(at('out'), name))).mtimeMs).toBe(MODIFIED.getTime());
    }
    const folded = [...files.keys()].map((name) => name.normalize('NFKD').toLowerCase());
    expect(new Set(folded).size).toBe(50);
  });

  it('reports its growth, and fails if the callback throws', async () => {
    await writeFile(at('entry'), randomBytes(3_000_000));
    const member = { name: 'a', modifiedAt: MODIFIED, sizeBytes: 3_000_000 };
    let grown = 0;
    const zip = new ZipFile(at('counted.zip'), (bytes) => (grown += bytes));
    await zip.add(at('entry'), member, never);
    await zip.close();
    expect(grown).toBe((await stat(at('counted.zip'))).size);

    const full = new Error('full');
    const bounded = new ZipFile(at('bounded.zip'), () => {
      throw full;
    });
    await expect(bounded.add(at('entry'), member, never).then(() => bounded.close())).rejects.toBe(
      full,
    );
    expect(() => bounded.addText('a', member)).toThrow(full);
    await bounded.abandon();
  });

  it('fails when aborted, or if a file has an unexpected size', async () => {
    await writeFile(at('entry'), randomBytes(3_000_000));
    const member = { name: 'a', modifiedAt: MODIFIED, sizeBytes: 3_000_000 };
    const reason = new Error('cancelled');
    const cancelled = new ZipFile(at('cancelled.zip'), () => undefined);
    await expect(cancelled.add(at('entry'), member, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
    await cancelled.abandon();
    const wrong = new ZipFile(at('wrong.zip'), () => undefined);
    await wrong.add(at('entry'), { ...member, sizeBytes: 5 }, never).catch(() => undefined);
    await expect(wrong.close()).rejects.toThrow('unexpected number of bytes');
  });
});
