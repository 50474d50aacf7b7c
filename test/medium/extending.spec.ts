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

const SOURCES = join(__dirname, '../extending');
/** The folder is in the repository, so that Node finds the server's package. */
const COMPILED = join(__dirname, `../.cache/extending-${process.pid}`);

let origin: Origin;
let memos: Server;
let server: TestServer;
let client: TestClient;
let link: string;

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
  memos = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ title: 'A memo', file: `${origin.url}/media/episode.mp3` }));
  });
  await once(memos.listen(0, '127.0.0.1'), 'listening');
  link = `http://127.0.0.1:${(memos.address() as AddressInfo).port}/memos/7`;
  server = await TestServer.start({ main: await compile() });
  client = new TestClient(server);
});
afterAll(async () => {
  memos.close();
  await Promise.all([server.stop(), origin.close(), rm(COMPILED, { recursive: true })]);
});

it('runs a module from outside: its link is read, its file is made, and its listener is called', async () => {
  expect(await client.search(link)).toMatchObject({ title: 'A memo' });
  const asked = await client.fetch('/api/receipts', {
    method: 'POST',
    body: JSON.stringify({ url: link }),
    headers: { 'content-type': 'application/json' },
  });
  const { task_id: task } = (await asked.json()) as { task_id: string };
  expect(await client.merge(task)).toMatchObject({ status: 'complete', kind: 'receipt' });
  const file = await client.fetch(API.file(task));
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const source = Buffer.from(await (await fetch(`${origin.url}/media/episode.mp3`)).arrayBuffer());
  const sum = createHash('sha256').update(source).digest('hex');
  expect(await file.text()).toBe(`A memo: ${source.length} bytes, SHA-256 ${sum}\n`);
  expect(await (await client.fetch('/api/receipts')).json()).toEqual({ made: 1 });
});
