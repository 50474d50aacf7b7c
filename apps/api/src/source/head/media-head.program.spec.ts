import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { MessageProcess } from '../../infra/process/message-process.js';
import { withoutDeadlines } from '../../infra/testing/without-deadlines.js';
import { ffmpeg } from '../inspection/testing/segmented-media.js';
import { SourceClient } from '../client/source-client.js';
import { type Origin, startOrigin } from '../testing/fetching.js';
import { type MediaHead, readMediaHead } from './media-head.js';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=10:duration=3'];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=seed=1:sample_rate=48000:duration=3'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10'];
const FRAGMENTED = 'empty_moov+default_base_moof+frag_keyframe';

withoutDeadlines();

describe('readMediaHead', () => {
  let folder: string;
  let origin: Origin;
  let egress: EgressService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-head-'));
    const at = (name: string): string => join(folder, name);
    await ffmpeg(...PICTURE, ...SOUND, ...X264, '-c:a', 'aac', at('end.mp4'));
    const copy = (name: string, ...options: string[]): Promise<void> =>
      ffmpeg('-i', at('end.mp4'), '-map', '0', '-c', 'copy', ...options, at(name));
    await Promise.all([
      copy('front.mp4', '-movflags', '+faststart'),
      copy('indexed.mp4', '-movflags', `${FRAGMENTED}+global_sidx`),
      copy('bare.mp4', '-movflags', `${FRAGMENTED}+skip_trailer`),
      copy('matroska.mkv'),
      ffmpeg('-display_rotation', '90', '-i', at('end.mp4'), '-c', 'copy', at('turned.mp4')).catch(
        () => copy('turned.mp4', '-metadata:s:v', 'rotate=90'),
      ),
      ffmpeg(...SOUND, '-c:a', 'libmp3lame', '-b:a', '128k', at('constant.mp3')),
      ffmpeg(...SOUND, '-c:a', 'libmp3lame', '-q:a', '4', at('variable.mp3')),
      ffmpeg(...SOUND, '-c:a', 'aac', at('audio.m4a')),
      ffmpeg(...SOUND, at('plain.wav')),
      ffmpeg(...SOUND, at('plain.flac')),
      ffmpeg(...SOUND, '-c:a', 'libvorbis', at('vorbis.ogg')),
      ffmpeg(...SOUND, '-c:a', 'libopus', at('opus.ogg')),
      copy('short.ts'),
      ffmpeg('-stream_loop', '9', '-i', at('end.mp4'), '-c', 'copy', at('long.ts')),
    ]);
    origin = await startOrigin([folder]);
    egress = new EgressService({
      allow: parseEgressAllow('127.0.0.0/8'),
      ownHosts: [],
      ownEndpoints: [],
    });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([origin.close(), egress.onApplicationShutdown()]);
    await rm(folder, { recursive: true });
  });
  beforeEach(() => origin.forget());

  const read = (path: string, signal = new AbortController().signal): Promise<MediaHead | null> =>
    readMediaHead(new SourceClient(egress), { url: origin.url + path, headers: {} }, signal);

  it.each<[string, number | null, number | null, number | null]>([
    ['end.mp4', 3, 640, 360],
    ['front.mp4', 3, 640, 360],
    ['indexed.mp4', 3, 640, 360],
    // Without an index, all fragments would have to be read.
    ['bare.mp4', null, 640, 360],
    ['turned.mp4', 3, 360, 640],
    ['matroska.mkv', 3, 640, 360],
    ['audio.m4a', 3, null, null],
    ['constant.mp3', 3, null, null],
    ['variable.mp3', 3, null, null],
    ['plain.wav', 3, null, null],
    ['plain.flac', 3, null, null],
    ['vorbis.ogg', 3, null, null],
    ['opus.ogg', 3, null, null],
    ['short.ts', 3, 640, 360],
    ['long.ts', 30, 640, 360],
  ])('reads the facts of %s: %s s, %s×%s', async (name, seconds, width, height) => {
    const head = await read(`/media/${name}`);
    expect(head).toMatchObject({ width, height });
    expect(head?.sizeBytes).toBe((await stat(join(folder, name))).size);
    expect(head?.seconds === null ? null : Math.round(head?.seconds ?? 0)).toBe(seconds);
  });

  it('finds the first frame of an MP3 behind other bytes', async () => {
    const bytes = await readFile(join(folder, 'variable.mp3'));
    await writeFile(join(folder, 'behind.mp3'), Buffer.concat([Buffer.alloc(3000), bytes]));
    expect(Math.round((await read('/media/behind.mp3'))?.seconds ?? 0)).toBe(3);
  });

  it('reports only the size of a file that is not media, without starting a process', async () => {
    await writeFile(join(folder, 'zeros.mp4'), Buffer.alloc(2000));
    const messages = jest.spyOn(MessageProcess.prototype, 'send');
    const nothing = { seconds: null, width: null, height: null };
    expect(await read('/media/zeros.mp4')).toEqual({ sizeBytes: 2000, ...nothing });
    expect(messages).not.toHaveBeenCalled();
    await read('/media/plain.wav');
    expect(messages).toHaveBeenCalled();
    messages.mockRestore();
  });

  it.each<[path: string, requests: number]>([
    ['/media/muxed.mp4', 5],
    ['/media/matroska.mkv', 5],
    ['/media/long.ts', 12],
  ])('reads a few ranges of %s, not the file', async (path, most) => {
    await read(path);
    expect(origin.requests.length).toBeLessThanOrEqual(most);
    expect(origin.requests.every(({ range }) => range !== null)).toBe(true);
  });

  it('does not guess the duration of an MP3 that does not state it', async () => {
    // Its first frame reveals nothing, and its bit rate varies.
    const bytes = await readFile(join(folder, 'variable.mp3'));
    await writeFile(
      join(folder, 'untold.mp3'),
      bytes.fill('none', bytes.indexOf('Xing'), bytes.indexOf('Xing') + 4),
    );
    expect((await read('/media/untold.mp3'))?.seconds).toBeNull();
  });

  it.each(['/', '/gone', '/media/none.mp4'])('finds nothing at %s', async (path) => {
    await expect(read(path)).resolves.toBeNull();
  });

  it('sends no request if its signal is already aborted', async () => {
    await expect(read('/media/end.mp4', AbortSignal.abort())).resolves.toBeNull();
    expect(origin.requests).toEqual([]);
  });
});
