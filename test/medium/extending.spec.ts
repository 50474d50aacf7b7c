import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { API } from '@dipper/contract';
import ts from 'typescript';
import { TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';

const SOURCES = join(__dirname, '../extending');
/** The folder is in the repository, so that Node finds the server's package. */
const COMPILED = join(__dirname, `../.cache/extending-${process.pid}`);

let origin: Origin;
let memos: Server;
let server: TestServer;
let client: TestClient;
let site: string;

/** Compiles the module of docs/extending.md. Its types are checked by `npm run lint`. */
async function compile(): Promise<string> {
  await mkdir(COMPILED, { recursive: true });
  await writeFile(join(COMPILED, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  for (const name of await readdir(SOURCES)) {
    const source = await readFile(join(SOURCES, name), 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    await writeFile(join(COMPILED, name.replace(/ts$/, 'js')), outputText);
  }
  return join(COMPILED, 'main.js');
}

beforeAll(async () => {
  origin = await startOrigin();
  memos = createServer(({ url }, response) => {
    const mode = url === '/memos/8' ? 'damaged' : 'media';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ title: 'A memo', file: `${origin.url}/${mode}/episode.mp3` }));
  });
  await once(memos.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${(memos.address() as AddressInfo).port}`;
  server = await TestServer.start({ main: await compile() });
  client = new TestClient(server);
});
afterAll(async () => {
  memos.close();
  await Promise.all([server.stop(), origin.close(), rm(COMPILED, { recursive: true })]);
});

async function prepare(kind: string, link: string): Promise<string> {
  const asked = await client.fetch('/api/memos', {
    method: 'POST',
    body: JSON.stringify({ url: link, kind }),
    headers: { 'content-type': 'application/json' },
  });
  return ((await asked.json()) as { task_id: string }).task_id;
}

it('runs a module from outside: its link is read, its file is made, and its listener is called', async () => {
  expect(await client.search(`${site}/memos/7`)).toMatchObject({ title: 'A memo' });
  const task = await prepare('receipt', `${site}/memos/7`);
  expect(await client.merge(task)).toMatchObject({ status: 'complete', kind: 'receipt' });
  const file = await client.fetch(API.file(task));
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const source = Buffer.from(await (await fetch(`${origin.url}/media/episode.mp3`)).arrayBuffer());
  const sum = createHash('sha256').update(source).digest('hex');
  expect(await file.text()).toBe(`A memo: ${source.length} bytes, SHA-256 ${sum}\n`);
  expect(await (await client.fetch('/api/memos/receipts')).json()).toEqual({ made: 1 });
});

it('verifies the media files that a maker from outside makes', async () => {
  const good = await prepare('louder', `${site}/memos/7`);
  expect(await client.merge(good)).toMatchObject({ status: 'complete', kind: 'louder' });
  const path = join(COMPILED, 'louder.m4a');
  await client.download(API.file(good), path);
  const { streams, durationSeconds } = await probe(path);
  expect(streams).toMatchObject([{ type: 'audio', codec: 'aac' }]);
  expect(durationSeconds).toBeCloseTo(12, 0);

  const damaged = await prepare('louder', `${site}/memos/8`);
  expect(await client.merge(damaged)).toMatchObject({ error_code: 'SOURCE_DAMAGED' });
});
