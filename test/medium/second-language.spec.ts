import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestServer } from '../harness/server.js';

const ROOT = join(__dirname, '../..');
let copy: string;
let server: TestServer;

/**
 * Builds a copy of the web app with one more language, in which `preview.json` and one sentence are
 * missing.
 */
async function buildWith(language: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-language-'));
  const both = (path: string) => [join(ROOT, path), join(folder, path)] as const;
  await Promise.all(
    ['apps/api/dist', 'apps/web/src', 'apps/web/dist/client/.vite'].map((path) =>
      cp(...both(path), { recursive: true }),
    ),
  );
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
  await rm(join(texts, language), { recursive: true, force: true });
  await mkdir(join(texts, language));
  for (const name of ['common', 'home', 'not-found', 'search']) {
    const words = await readFile(join(texts, 'en', `${name}.json`), 'utf8');
    const translated = JSON.parse(words.replace('Free video', 'Xxxx xxxxx')) as object;
    Reflect.deleteProperty(translated, 'skip');
    await writeFile(join(texts, language, `${name}.json`), JSON.stringify(translated));
  }
  const listed = await readFile(join(texts, 'languages.ts'), 'utf8');
  await writeFile(
    join(texts, 'languages.ts'),
    listed.replace(/= \[[^\]]*\];/, `= ['en', '${language}'];`),
  );
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const argv = [vite, 'build', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'];
  await promisify(execFile)(process.execPath, argv, { cwd: join(folder, 'apps/web') });
  return folder;
}

beforeAll(async () => {
  copy = await buildWith('de');
  server = await TestServer.start({ main: join(copy, 'apps/api/dist/bundle/main.js') });
});
afterAll(() => server.stop());
afterAll(() => rm(copy, { recursive: true }));

async function page(path: string): Promise<string> {
  const headers = { 'accept-language': 'de', cookie: 'lang=de' };
  return (await fetch(`${server.url}${path}`, { headers })).text();
}

describe('a listed language', () => {
  it('is part of the site', async () => {
    const document = await page('/de');
    expect(document).toMatch(/^<!doctype html><html lang="de"/);
    expect(document).toContain('Xxxx xxxxx and audio downloader</h1>');
  });

  it('has its pages in the sitemap', async () => {
    expect(await page('/sitemap.xml')).toMatch(/<loc>[^<]*\/de<\/loc>/);
  });

  it.each(['/', '/?lang=de'])(
    'leaves %s in English, regardless of what the browser prefers',
    async (path) => {
      expect(await page(path)).toContain('Free video and audio downloader</h1>');
    },
  );

  it('is not in the sitemap for pages whose long text is in English', async () => {
    expect(await page('/sitemap.xml')).not.toContain('/de/privacy-policy<');
    expect(await page('/de/privacy-policy')).toMatch(
      /rel="canonical" href="[^"]+\d\/privacy-policy"/,
    );
  });

  it('shows English where a sentence or a file is missing', async () => {
    const { status } = await fetch(`${server.url}/de/preview`);
    expect(status).toBe(200);
    expect(await page('/de/preview')).toContain('<title>Error: No URL provided');
    expect(await page('/de')).toContain('>Skip to content<');
  });
});
