import type { ProbedStream } from '../probe-schema.js';
import {
  type Decoded,
  decodePlan,
  decodesAhead,
  fitsOneProcess,
  pictureTimes,
} from './decode-plan.js';
import type { StreamScan } from './packet-scan.js';

const video = (seconds: number, bitsPerSecond: number, pixels = 1920 * 1080): StreamScan => ({
  ...{ type: 'video', codec: 'h264', packets: seconds * 30, leading: 0, pixels, jumps: 0 },
  ...{ bytes: (seconds * bitsPerSecond) / 8, start: 0, end: seconds, last: seconds },
  keys: Array.from({ length: Math.ceil(seconds / 5) }, (_, index) => index * 5),
});
const audio = (seconds: number): StreamScan => ({
  ...{ type: 'audio', codec: 'aac', packets: seconds * 47, leading: 0, pixels: 0, jumps: 0 },
  ...{ bytes: seconds * 16e3, start: 0, end: seconds, last: seconds, keys: [] },
});
const all = { kind: 'decode', keysOnly: false };
const keys = { kind: 'decode', keysOnly: true };
const samples = { kind: 'pictures' };

describe('decodePlan', () => {
  it.each<[string, StreamScan[], number, object]>([
    [
      'all of a short clip',
      [video(15, 4e6, 720 * 1280), audio(15)],
      0,
      { audio: true, video: all },
    ],
    [
      'the key frames of a music video',
      [video(240, 4e6), audio(240)],
      5,
      { audio: true, video: keys },
    ],
    [
      'all of a file that took long to fetch',
      [video(240, 4e6), audio(240)],
      2000,
      { audio: true, video: { kind: 'decode' } },
    ],
    [
      'a few frames of a film',
      [video(7200, 4e6), audio(7200)],
      10,
      { audio: false, video: samples },
    ],
    [
      'the audio of a film that took a while to fetch',
      [video(7200, 4e6), audio(7200)],
      200,
      { audio: true, video: samples },
    ],
    ['a podcast', [audio(1700)], 1, { audio: true, video: null }],
    [
      'nothing of a long podcast that was fetched quickly',
      [audio(4 * 3600)],
      2,
      { audio: false, video: null },
    ],
    ['nothing of an empty file', [], 0, { audio: false, video: null }],
  ])('plans to check %s', (_, streams, taskSeconds, plan) => {
    expect(decodePlan(streams, taskSeconds)).toMatchObject(plan);
  });

  it('samples key frames from first to last', () => {
    const { video: plan } = decodePlan([video(7200, 4e6)], 0);
    const at = plan?.kind === 'pictures' ? plan.at : [];
    expect([at[0], at.at(-1), at.length]).toEqual([0, 7195, 4]);
  });

  it('samples fewer key frames if there are not enough', () => {
    const rare = { ...video(7200, 40e6), keys: [0] };
    expect(decodePlan([{ ...rare, pixels: 7680 * 4320 * 40 }], 0).video).toEqual({
      kind: 'pictures',
      at: [0],
    });
  });
});

describe('decodesAhead', () => {
  const picture: ProbedStream = {
    ...{ type: 'video', codec: 'h264', durationSeconds: 15, frames: null, pixels: 1280 * 720 },
    ...{ packetRate: 30, isReordered: true, isEven: true },
  };
  const sound: ProbedStream = {
    ...{ type: 'audio', codec: 'aac', durationSeconds: 15, frames: null, pixels: 0 },
    ...{ packetRate: 47, isReordered: false, isEven: true },
  };
  it.each<[string, Partial<ProbedStream>[], number, Decoded]>([
    ['a short clip', [picture, sound], 7e6, 'all'],
    ['the audio of a short clip', [sound], 240e3, 'all'],
    ['a large clip', [picture], 40e6, 'keys'],
    ['two hours of video', [{ ...picture, durationSeconds: 7200 }], 4e9, 'none'],
    ['a music video', [{ ...picture, durationSeconds: 240 }, sound], 60e6, 'keys'],
    ['many frames', [{ ...picture, frames: 1e6 }], 7e6, 'keys'],
    ['video of unknown size', [{ ...picture, pixels: 0 }], 7e6, 'none'],
    ['video of unknown frame rate', [{ ...picture, packetRate: null }], 7e6, 'keys'],
    ['audio of unknown duration', [{ ...sound, durationSeconds: null }], 240e3, 'none'],
    ['hours of audio', [{ ...sound, durationSeconds: 1e5 }], 240e3, 'none'],
    ['a file without streams', [], 100, 'none'],
  ])('judges %s', (_, streams, bytes, decoded) => {
    const outlook = { wanted: ['video', 'audio'] as const, bytes, taskSeconds: 0 };
    const probe = { ...{ durationSeconds: null, startSeconds: 0 }, guessed: false };
    const found = { ...probe, isCounted: false, streams: streams as ProbedStream[] };
    expect(decodesAhead({ ...outlook, probe: found })).toBe(decoded);
  });

  it('considers only the wanted streams', () => {
    const streams = [{ ...picture, durationSeconds: 7200 }, sound];
    const probe = { durationSeconds: 7200, startSeconds: 0, guessed: false, isCounted: false };
    expect(
      decodesAhead({
        ...{ wanted: ['audio'], bytes: 1e9, taskSeconds: 0 },
        probe: { ...probe, streams },
      }),
    ).toBe('all');
  });
});

describe('pictureTimes', () => {
  const film: ProbedStream = {
    ...{ type: 'video', codec: 'h264', durationSeconds: 100, frames: null, pixels: 1920 * 1080 },
    ...{ packetRate: 30, isReordered: true, isEven: true },
  };
  const probe = { durationSeconds: 100, startSeconds: 1.4, guessed: false, isCounted: false };
  const timesOf = (
    streams: ProbedStream[],
    known: Partial<typeof probe> | object = {},
    pageSeconds: number | null = 100,
  ): number[] =>
    pictureTimes({ probe: { ...probe, ...known, streams }, wanted: ['video'] }, pageSeconds);

  it('plans pictures from the start of the video to just before its end', () => {
    const times = timesOf([film]);
    expect([times[0], times.at(-1), times.length]).toEqual([1.4, 99.4, 4]);
  });

  it.each([
    ['a fragmented file whose probe knows only its first fragments', 4],
    ['a file whose probe knows no duration', null],
  ])('goes by the page for %s', (_, durationSeconds) => {
    expect(timesOf([film], { durationSeconds }).at(-1)).toBe(99.4);
  });

  it.each<[string, ProbedStream[], object]>([
    ['the size of a picture is unknown', [{ ...film, pixels: 0 }], {}],
    ['four pictures are too large for one process', [{ ...film, pixels: 7680 * 4320 }], {}],
    ['there is no video', [], {}],
  ])('plans none if %s', (_, streams, known) => {
    expect(timesOf(streams, known)).toEqual([]);
  });

  it('plans none if the page states no duration, because the probe may know only a part', () => {
    expect(timesOf([film], {}, null)).toEqual([]);
  });
});

describe('fitsOneProcess', () => {
  it.each([
    ['four 4K pictures', 4, 3840 * 2160, true],
    ['two 8K pictures', 2, 7680 * 4320, false],
    ['pictures of unknown size', 4, 0, false],
  ])('judges %s', (_, pictures, pixels, expected) => {
    expect(fitsOneProcess(pictures, pixels)).toBe(expected);
  });
});
