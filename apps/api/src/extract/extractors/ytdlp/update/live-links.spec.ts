import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LiveLinksProblem, readLiveLinks } from './live-links.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-live-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('readLiveLinks', () => {
  it('returns no links without the file, and its links otherwise', async () => {
    const file = join(folder, 'links.json');
    expect(await readLiveLinks(file)).toEqual([]);
    await writeFile(file, '["https://site.example/watch?v=1"]');
    expect(await readLiveLinks(file)).toEqual(['https://site.example/watch?v=1']);
  });

  it.each(['', '{}', '["file:///etc/passwd"]', '["--exec=id"]', '[1]'])(
    'rejects %j',
    async (text) => {
      const file = join(folder, 'wrong.json');
      await writeFile(file, text);
      await expect(readLiveLinks(file)).rejects.toThrow(LiveLinksProblem);
    },
  );
});
