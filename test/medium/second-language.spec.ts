import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestServer } from '../harness/server.js';

const ROOT = join(__dirname, '../..');
let copy: string;
let server: TestServer;

/** Builds a copy of the web app with one more folder of texts, which lacks `preview.json`. */
async function buildWith(language: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-language-'));
  const both = (path: string) => [join(ROOT, path), join(folder, path)] as const;
  await Promise.all(
    ['apps/api/dist', 'apps/web/src', 'apps/web/dist/client/.vite'].map((path) =>
      cp(...both(path), { recursive: true }),
    ),
  );
  // The build's configuration.
  const beside = (await readdir(join(ROOT, 'apps/web'), { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('tsconfig'))
    .map(({ name }) => `apps/web/${name}`);
  const files = ['package.json', 'apps/api/package.json', ...beside];
  await Promise.all(files.map((path) => cp(...both(path))));
  const links = ['config', 'node_modules', 'apps/api/bin', 'apps/api/node_modules'];
  await Promise.all(
    [...links, 'apps/web/node_modules'].map((path) => symlink(...both(path), 'dir')),
  );

  const texts = join(folder, 'apps/web/src/i18n');
  await mkdir(join(texts, language));
  for (const name of ['common', 'home', 'not-found', 'search']) {
    const words = await readFile(join(texts, 'en', `${name}.json`), 'utf8');
    const translated = words.replace('Free downloader', 'Xxxx xxxxxxxxxx');
    await writeFile(join(texts, language, `${name}.json`), translated);
  }
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const argv = [vite, 'build', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'];
  await promisify(execFile)(process.execPath, argv, { cwd: join(folder, 'apps/web') });
  return folder;
}

beforeAll(async () => {
  copy = await buildWith('xx');
  server = await TestServer.start({ main: join(copy, 'apps/api/dist/bundle/main.js') });
});
afterAll(() => server.stop());
afterAll(() => rm(copy, { recursive: true }));

async function page(path: string): Promise<string> {
  const headers = { 'accept-language': 'xx', cookie: 'lang=xx' };
  return (await fetch(`${server.url}${path}`, { headers })).text();
}

describe('a folder of texts', () => {
  it('adds a language to the site', async () => {
    const document = await page('/xx');
    expect(document).toMatch(/^<!doctype html><html lang="xx"/);
    expect(document).toContain('Xxxx xxxxxxxxxx for video and audio</h1>');
  });

  it('adds its pages to the sitemap', async () => {
    expect(await page('/sitemap.xml')).toMatch(/<loc>[^<]*\/xx<\/loc>/);
  });

  it.each(['/', '/?lang=xx'])(
    'leaves %s in English, whatever the browser prefers',
    async (path) => {
      expect(await page(path)).toContain('Free downloader for video and audio</h1>');
    },
  );

  it('is reported when it lacks a file', async () => {
    const { status } = await fetch(`${server.url}/xx/preview`);
    expect(status).toBe(503);
    expect(server.log).toContain('i18n/xx/preview.json is missing');
    // The stack trace names the source of the bundled renderer.
    expect(server.log).toMatch(/apps\/api\/src\/web\/page-renderer\.ts:\d+:\d+/);
  });
});
