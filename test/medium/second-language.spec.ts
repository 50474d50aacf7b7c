import { TestServer } from '../harness/server.js';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.shared();
});
afterAll(() => server.stop());

async function page(path: string): Promise<string> {
  const headers = { 'accept-language': 'de', cookie: 'lang=de' };
  return (await fetch(`${server.url}${path}`, { headers })).text();
}

const heading = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
const ENGLISH = 'Free video and audio downloader';

describe('a listed language', () => {
  it('is part of the site', async () => {
    const html = await page('/de');
    expect(html).toMatch(/^<!doctype html><html lang="de"/);
    expect(heading(html)).not.toBe(ENGLISH);
    expect(html).toMatch(/rel="canonical" href="[^"]+\/de"/);
    for (const [tag, path] of [
      ['de', '/de'],
      ['en', '/'],
      ['x-default', '/'],
    ] as const) {
      expect(html).toMatch(new RegExp(`hrefLang="${tag}" href="http://[^/"]+${path}"`));
    }
  });

  it('has its own sitemap', async () => {
    expect(await page('/sitemap.xml')).toMatch(/<loc>[^<]*\/sitemap-de\.xml<\/loc>/);
    expect(await page('/sitemap-de.xml')).toMatch(/<loc>[^<]*\/de<\/loc>/);
  });

  it.each(['/', '/?lang=de'])(
    'leaves %s in English, regardless of what the browser prefers',
    async (path) => {
      expect(heading(await page(path))).toBe(ENGLISH);
    },
  );

  it('is not in the sitemap for pages whose long text is in English', async () => {
    expect(await page('/sitemap-de.xml')).not.toContain('/de/privacy-policy<');
    const html = await page('/de/privacy-policy');
    expect(html).toMatch(/rel="canonical" href="[^"]+\d\/privacy-policy"/);
    expect(html).toContain('<html lang="de"');
    expect(html).toMatch(/<h1 lang="en"/);
  });
});
