import { API, createTaskReplySchema, relayPath } from '@dipper/contract';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';

let origin: Origin;
let server: TestServer;
let client: TestClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-files-'));
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), rm(folder, { recursive: true })]);
});

it('makes a transcript of the subtitles', async () => {
  const info = await client.search(`${origin.url}/watch/subtitled`);
  const made = await client.fetch(API.tasks, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      task_id: info.formats[0]?.offer_id,
      recipe: { kind: 'subtitle', language: 'en', format: 'md' },
    }),
  });
  const { task_id, filename } = createTaskReplySchema.parse(await made.json());
  expect(filename).toMatch(/_en\.md$/);
  expect(await client.merge(task_id)).toMatchObject({ status: 'complete' });
  const file = await client.fetch(API.file(task_id));
  expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await file.text()).toBe(
    `# Subtitled clip\n\n<${origin.url}/watch/subtitled>\n\n**0:00** hello and welcome to the show\n\n**0:09** Guest: Thanks.\n`,
  );
});

describe('a finished file', () => {
  it.each([
    ['a page whose title is two words', '/watch/plain', '720p', 'mp4', ['h264', 'aac']],
    ['WebM streams', '/dash/webm.mpd', null, 'webm', ['vp9', 'opus']],
    ['DASH segments', '/dash/template.mpd', null, 'mp4', ['h264', 'aac']],
    [
      'an HLS master with a separate audio group',
      '/hls/master.m3u8',
      '720p',
      'mp4',
      ['h264', 'aac'],
    ],
    ['an HLS variant with both streams in TS', '/hls/muxed.m3u8', null, 'mp4', ['h264', 'aac']],
    ['an encrypted HLS stream', '/hls/encrypted.m3u8', null, 'mp4', ['h264', 'aac']],
    [
      'a source that cuts every connection',
      '/dash/cut.mpd?after=3000000',
      null,
      'mp4',
      ['h264', 'aac'],
    ],
    [
      'a source that refuses its link after a while',
      '/dash/expire.mpd?bytes=2000000',
      null,
      'mp4',
      ['h264', 'aac'],
    ],
    [
      'a source that ignores ranges once',
      '/dash/wrong-range.mpd?how=ignore',
      null,
      'mp4',
      ['h264', 'aac'],
    ],
    ['a single stream without audio', '/dash/video-only.mpd', null, 'mp4', ['h264']],
  ])('is made from %s', async (_, path, resolution, ext, codecs) => {
    const info = await client.search(`${origin.url}${path}`);
    const format = pick(
      info,
      (f) => !f.is_audio_only && (resolution === null || f.resolution === resolution),
    );
    expect(format.ext).toBe(ext);
    const target = join(folder, 'file');
    if (format.kind === 'direct') {
      await client.download(relayPath(format.url, true), target);
    } else {
      const status = await client.merge(taskOf(format));
      expect(status).toMatchObject({ status: 'complete', progress: 100, error_code: null });
      await client.download(API.file(taskOf(format)), target);
      expect(status.actual_sizes.final_file).toBe((await stat(target)).size);
    }
    const file = await probe(target);
    expect(file.streams.map(({ codec }) => codec)).toEqual(codecs);
    expect(Math.abs(file.durationSeconds - origin.seconds)).toBeLessThan(1);
    expect(await server.onDisk('work')).toEqual([]);
  });
});

describe('a task fails when its source', () => {
  it.each([
    ['sends a web page instead of media', '/dash/html-as-video.mpd', 'NOT_MEDIA'],
    ['permanently refuses its link', '/dash/expire.mpd?bytes=1000000&forever', 'SOURCE_REFUSED'],
    ['sends nothing', '/dash/empty.mpd', 'SOURCE_INCOMPLETE'],
    ['declares half a file as complete', '/dash/truncated.mpd', 'SOURCE_DAMAGED'],
    ['refuses the first request', '/dash/refuse.mpd?code=404', 'FORMAT_UNAVAILABLE'],
    ['sends a web page instead of audio', '/dash/html-as-video.mpd?stream=audio', 'NOT_MEDIA'],
  ])('%s', async (_, path, code) => {
    const before = await server.onDisk('files');
    const info = await client.search(`${origin.url}${path}`);
    const status = await client.merge(taskOf(pick(info, ({ kind }) => kind === 'merge')));
    expect(status).toMatchObject({ status: 'error', error_code: code });
    expect(status.message).not.toMatch(/127\.0\.0\.1|\/tmp|ffmpeg/);
    expect(await server.onDisk('work')).toEqual([]);
    expect(await server.onDisk('files')).toEqual(before);
  });
});
