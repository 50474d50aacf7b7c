import { API } from '@dipper/contract';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { saveLink } from '../client/save-link.js';
import { DIPPER, programPaths, runCommand, startCommand } from '../harness/command-line.js';
import { firstDatabase } from '../harness/first-database.js';
import { openHoldingPassage } from '../harness/holding-passage.js';
import { descendantsOf, isAlive } from '../harness/processes.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';

const HELD_BYTES = 300_000;

let origin: Origin;
let server: TestServer;
let folder: string;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
});
afterAll(() => Promise.all([server.stop(), origin.close()]));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-command-'));
});
afterEach(() => rm(folder, { recursive: true }));

const dipper = (...argv: string[]) =>
  runCommand(argv, { cwd: folder, env: { DIPPER_URL: server.url } });
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const lines = (stdout: Buffer) =>
  stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('lists the formats of a link as a table, and the items of a list', async () => {
  const item = await dipper(`${origin.url}/dash/plain.mpd`);
  expect(item).toMatchObject({ code: 0, stderr: '' });
  expect(item.stdout.toString()).toMatch(/^ *# {2}FORMAT/m);
  expect(item.stdout.toString()).toMatch(/^ 2 {2}720p MP4 +9\.\d MB {2}recommended$/m);
  const list = await dipper(`${origin.url}/watch/three`);
  expect(list.stdout.toString()).toMatch(/^Three clips\n\n# +LENGTH {2}TITLE\n1 /);
});

it('saves a format under its suggested name, and continues the same file after a kill', async () => {
  const passage = await openHoldingPassage(server, HELD_BYTES);
  const argv = [`${origin.url}/dash/plain.mpd?kill`, '-f', '1080p', '--server', passage.url];
  const first = startCommand(argv, { cwd: folder });
  const part = await waitUntil(async () => {
    const name = (await readdir(folder)).find((file) => file.endsWith('.part'));
    const size = name === undefined ? 0 : (await stat(join(folder, name))).size;
    return name !== undefined && size > HELD_BYTES / 2 ? name : null;
  }, 'a part of the file');
  first.child.kill('SIGKILL');
  expect((await first.result).code).toBeNull();
  const kept = (await stat(join(folder, part))).size;

  const second = await runCommand(argv, { cwd: folder });
  passage.close();
  expect(second.code).toBe(0);
  const path = second.stdout.toString().trimEnd();
  expect(await readdir(folder)).toEqual([path.slice(folder.length + 1)]);
  const gets = passage.requests.filter((text) => text.startsWith('GET /api/download/file/'));
  expect(gets).toHaveLength(2);
  expect(gets[1]).toMatch(new RegExp(`^range: bytes=${kept - 1}-\r?$`, 'im'));
  const task = /^GET \/api\/download\/file\/([\w-]+)/.exec(gets[1] ?? '')?.[1] ?? '';
  const whole = Buffer.from(await (await fetch(server.url + API.file(task))).arrayBuffer());
  const saved = await readFile(path);
  expect([saved.length, hashOf(saved)]).toEqual([whole.length, hashOf(whole)]);
  expect((await probe(path)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
});

it('saves audio, a clip and the items of a list, and reports them as JSON', async () => {
  const audio = await dipper(
    `${origin.url}/dash/plain.mpd`,
    '--audio',
    'mp3',
    '-o',
    'a.mp3',
    '--json',
  );
  expect(lines(audio.stdout).at(-1)).toMatchObject({ type: 'saved', file: join(folder, 'a.mp3') });
  expect((await probe(join(folder, 'a.mp3'))).streams.map(({ codec }) => codec)).toContain('mp3');

  const clip = await dipper(`${origin.url}/dash/plain.mpd`, '--clip', '0:01-0:03', '-o', '-', '-q');
  expect(clip).toMatchObject({ code: 0, stderr: '' });
  expect(clip.stdout.subarray(4, 8).toString()).toBe('ftyp');

  const list = await dipper(
    `${origin.url}/watch/three`,
    '--list',
    '2-',
    '-f',
    '360p',
    '-o',
    'all/',
  );
  expect(list.code).toBe(0);
  const names = await readdir(join(folder, 'all'));
  expect(names).toHaveLength(2);
  expect(list.stdout.toString().trimEnd().split('\n').sort()).toEqual(
    names.map((name) => join(folder, 'all', name)).sort(),
  );
});

it('runs the example of the page for developers', async () => {
  const source = await readFile(join(__dirname, '../client/quick-start.ts'), 'utf8');
  const { outputText } = ts.transpileModule(
    source
      .replace('https://dipper.example', server.url)
      .replace('https://vimeo.com/1084537', `${origin.url}/dash/plain.mpd?example`),
    { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } },
  );
  // In the repository, so that Node finds the client.
  const file = join(__dirname, `../.cache/quick-start-${process.pid}.mjs`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, outputText);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('complete 100');
  } finally {
    await rm(file);
  }
});

it('relays a plain file', async () => {
  const { code, stdout } = await dipper(`${origin.url}/watch/muxed`, '-f', 'best', '-o', '-', '-q');
  const original = await (await fetch(`${origin.url}/media/muxed.mp4`)).arrayBuffer();
  expect([code, hashOf(stdout)]).toEqual([0, hashOf(Buffer.from(original))]);
});

it('starts a server, which ends together with the command even if the command is killed', async () => {
  const data = join(folder, 'data');
  const database = await firstDatabase();
  await mkdir(join(data, 'server'), { recursive: true });
  if (database !== null) {
    await promisify(execFile)('cp', ['-R', database, join(data, 'server', 'database')]);
  }
  const env = { ...programPaths(), DIPPER_DATA: data, EGRESS_ALLOW: '127.0.0.0/8' };
  const argv = [`${origin.url}/dash/plain.mpd?own`, '-f', '720p', '-o', 'saved/'];
  const first = startCommand(argv, { cwd: folder, env });
  await waitUntil(() => stat(join(folder, 'saved')).catch(() => null), 'a task on the own server');
  const processes = descendantsOf(first.child.pid ?? 0);
  expect(processes.length).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.result;
  await waitUntil(() => !processes.some(isAlive), 'the end of the own server');

  const second = await runCommand(argv, { cwd: folder, env });
  expect(second).toMatchObject({ code: 0 });
  const [name = '', ...more] = await readdir(join(folder, 'saved'));
  expect([second.stdout.toString(), more]).toEqual([`${join(folder, 'saved', name)}\n`, []]);
  expect((await probe(join(folder, 'saved', name))).streams).toHaveLength(2);
  expect(await readdir(join(data, 'server'))).not.toContain('command.pid');
});

it('offers search, make and status to an assistant over MCP', async () => {
  const assistant = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', DIPPER_URL: server.url };
  const command = { command: process.execPath, args: [DIPPER, 'mcp'], env };
  await assistant.connect(new StdioClientTransport(command));
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await assistant.callTool({ name, arguments: input });
    const text = content[0]?.type === 'text' ? content[0].text : '';
    return isError === true ? text : (JSON.parse(text) as Record<string, unknown>);
  };
  try {
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'make', 'status']);
    const link = `${origin.url}/dash/plain.mpd?mcp`;
    expect(await call('search', { link })).toMatchObject({
      kind: 'item',
      formats: expect.arrayContaining([expect.objectContaining({ label: '720p MP4' })]) as object,
    });
    const { task_id } = (await call('make', { link, format: '720p' })) as { task_id: string };
    const done = await waitUntil(async () => {
      const status = (await call('status', { task_id })) as Record<string, unknown>;
      return status['is_final'] === true ? status : null;
    }, 'the task');
    expect(done).toMatchObject({ status: 'complete', progress: 100 });
    const file = await fetch(done['file_url'] as string, { method: 'HEAD' });
    expect(file.headers.get('content-length')).toBe(String(done['size_bytes']));
    expect(await call('make', { link, format: '4320p' })).toMatch(/There is no 4320p here/);
    expect(await call('status', { task_id: 'x' })).toMatch(/\(TASK_UNKNOWN\)$/);
  } finally {
    await assistant.close();
  }
});

it('saves a link with the program of docs/client.md', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const path = join(folder, 'saved.mp4');
  await saveLink(server.url, `${origin.url}/dash/plain.mpd?program`, path);
  expect(log.mock.lastCall?.[1]).toBe(100);
  log.mockRestore();
  expect((await probe(path)).streams).toHaveLength(2);
});

it('explains that the server refused the key', async () => {
  const env = { DIPPER_URL: server.url, DIPPER_KEY: `dip_${'x'.repeat(43)}` };
  const { code, stderr } = await runCommand(['https://vimeo.com/1'], { cwd: folder, env });
  expect([code, stderr]).toEqual([6, expect.stringMatching(/^dipper: .*key.*\n$/i)]);
});

it.each<[string, string[], number, RegExp]>([
  ['a wrong option', ['x', '--formt', '1'], 2, /There is no option --formt/],
  ['a page without media', ['/not-there'], 3, /^dipper: .+\.$/m],
  [
    'a missing height',
    ['/dash/plain.mpd', '-f', '4320p'],
    3,
    /There is no 4320p here. Choose .*1080p/,
  ],
  ['a list without --list', ['/watch/three', '-f', 'best'], 3, /list of 3. Add --list 1-3/],
  [
    'a server that cannot be reached',
    ['x', '--server', 'http://127.0.0.1:9'],
    5,
    /127.0.0.1:9 can't be/,
  ],
  [
    'a folder that is a file',
    ['/dash/plain.mpd', '-f', '720p', '-o', '/dev/null/x'],
    7,
    /dev\/null/,
  ],
])(
  'explains %s in one sentence, with its exit code',
  async (_, [link = '', ...argv], code, text) => {
    const { stdout, ...rest } = await dipper(
      link.startsWith('/') ? origin.url + link : link,
      ...argv,
    );
    expect(rest).toEqual({ code, stderr: expect.stringMatching(text) as string });
    expect(stdout.toString()).toBe('');
  },
);
