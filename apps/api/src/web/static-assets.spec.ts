import express from 'express';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { securityHeaders } from './security-headers.js';
import { chooseFile, staticAssets } from './static-assets.js';

const names = new Set(['a.js', 'a.js.br', 'a.js.gz', 'b.png', 'c.css', 'c.css.gz']);

describe('chooseFile', () => {
  it.each([
    ['a.js', ['br', 'gzip'], { file: 'a.js.br', encoding: 'br' }],
    ['a.js', ['gzip'], { file: 'a.js.gz', encoding: 'gzip' }],
    ['a.js', [], { file: 'a.js', encoding: null }],
    ['b.png', ['br', 'gzip'], { file: 'b.png', encoding: null }],
    ['c.css', ['br', 'gzip'], { file: 'c.css.gz', encoding: 'gzip' }],
    ['../secret', ['br'], null],
    ['', ['br'], null],
  ])('chooses a file of %s for a client that accepts %j', (name, accepted, expected) => {
    expect(chooseFile(names, name, (encoding) => accepted.includes(encoding))).toEqual(expected);
  });
});

describe('staticAssets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-assets-'));
  const script = 'console.log(1)';
  writeFileSync(join(folder, 'a-1.js'), script);
  writeFileSync(join(folder, 'b-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'a-1.js.br'), brotliCompressSync(script));
  let server: Server;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

  beforeAll(async () => {
    const headers = securityHeaders({
      strict: true,
      hstsSubdomains: false,
      policyOf: () => "default-src 'none'",
    });
    server = createServer(express().use(headers).use('/assets', staticAssets(folder)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a-1.js', false],
    ['b-1.svg', true],
  ])('sends %s with the headers that only documents need: %p', async (name, needsAll) => {
    const { headers } = await get(`/assets/${name}`);
    expect(headers.has('x-frame-options')).toBe(needsAll);
    expect(headers.has('permissions-policy')).toBe(needsAll);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
  });

  it.each([
    ['br', 'br'],
    ['identity', null],
  ])(
    'serves a file that is cacheable for a year to a client that accepts %s',
    async (accepted, encoding) => {
      const reply = await get('/assets/a-1.js', { 'accept-encoding': accepted });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^text\/javascript/);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(reply.headers.get('content-encoding')).toBe(encoding);
      expect(reply.headers.get('vary')).toBe('Accept-Encoding');
      expect(await reply.text()).toBe(script);
    },
  );

  it.each(['/assets/none.js', '/assets/', '/assets/%2e%2e/a-1.js%00', '/assets/..%2fa-1.js'])(
    'does not serve %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
