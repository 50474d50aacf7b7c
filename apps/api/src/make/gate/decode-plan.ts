import type { Probe } from '../probe-schema.js';
import type { Depth, WantedStreams } from './media-reader.js';
import type { StreamScan } from './packet-scan.js';

/** What to decode of a file. `video` is null if the file has no video. */
interface DecodePlan {
  readonly audio: boolean;
  readonly video: Extract<Depth, { kind: 'decode' | 'pictures' }> | null;
}

/** Decoding time allowed for any file, in seconds on one core. */
const LEAST_BUDGET = 2;
/** Decoding time allowed, as a share of the time that the task has taken so far. */
const SHARE = 0.05;
/**
 * Upper limit on the decoding time, in seconds on one core. It is reached when the task has taken
 * 400 s.
 */
const MOST_BUDGET = 20;
/** Number of key frames to decode when decoding all of them would be too expensive. */
const SAMPLES = 4;

/**
 * Pixels and bits that one core decodes per second (measured with ffmpeg 5.1 at 2.6 GHz, rounded
 * down).
 */
const PIXELS: Readonly<Record<string, number>> = {
  h264: 350e6,
  hevc: 250e6,
  vp9: 300e6,
  av1: 200e6,
};
const USUAL_PIXELS = 250e6;
const BITS = 150e6;
/**
 * The most pixels that one process decodes at the same time: those of one 8K picture, or of four 4K
 * pictures, which take about 510 MB.
 */
const MOST_PIXELS_AT_ONCE = 7680 * 4320;
/** Seconds of audio that one core decodes per second: 2700 of AAC, 900 of Opus, 2000 of FLAC. */
const SOUND = 900;

/**
 * Decides how much of a file to decode: as much as is cheap compared with the time that the task
 * has taken so far. Only decoding finds damage inside packets.
 * @param taskSeconds how long the task has taken so far, in seconds.
 */
export function decodePlan(streams: readonly StreamScan[], taskSeconds: number): DecodePlan {
  let budget = Math.min(MOST_BUDGET, Math.max(LEAST_BUDGET, taskSeconds * SHARE));
  const audio = streams.find(({ type }) => type === 'audio');
  const soundCost = audio === undefined ? 0 : (audio.end - audio.start) / SOUND;
  const takesAudio = audio !== undefined && soundCost <= budget;
  budget -= takesAudio ? soundCost : 0;
  const video = streams.find(({ type }) => type === 'video');
  return { audio: takesAudio, video: video === undefined ? null : videoPlan(video, budget) };
}

interface Outlook {
  readonly probe: Probe;
  readonly wanted: WantedStreams;
  readonly bytes: number;
  readonly taskSeconds: number;
}

/** How much of the wanted streams is decoded: everything, the audio and the key frames, or nothing. */
export type Decoded = 'all' | 'keys' | 'none';

/**
 * The assumed interval between key frames in seconds, because the real one is unknown before the
 * file is read. Sites use 2 to 5.
 */
const KEY_SECONDS = 2;
/** In seconds. Anything longer has too many key frames to decode. */
const LONGEST = 24 * 60 * 60;

/**
 * Whether the process that reads the packets should also decode everything. For a short clip, a
 * second process would cost more than the read itself. False if the amount of media is unknown.
 */
export function decodesAtOnce(outlook: Outlook): boolean {
  return decodesAhead(outlook) === 'all';
}

/** How much of a file the process that reads its packets can decode cheaply. */
export function decodesAhead({ probe, wanted, bytes, taskSeconds }: Outlook): Decoded {
  const streams = probe.streams.filter(({ type }) => wanted.includes(type));
  const scans = streams.map(({ type, codec, frames, pixels, packetRate, durationSeconds }) => {
    const seconds = durationSeconds ?? probe.durationSeconds ?? Infinity;
    const packets = frames ?? seconds * (packetRate ?? Infinity);
    return {
      ...{ type, codec, packets, leading: 0, bytes, start: 0, end: seconds, last: seconds },
      ...{ jumps: 0, pixels: type === 'video' && pixels === 0 ? Infinity : pixels },
      keys: new Array<number>(Math.floor(Math.min(seconds, LONGEST) / KEY_SECONDS)).fill(0),
    };
  });
  const { audio, video } = decodePlan(scans, taskSeconds);
  const isCheap = scans.every(({ type }) => (type === 'audio' ? audio : video?.kind === 'decode'));
  if (scans.length === 0 || !isCheap) {
    return 'none';
  }
  return video?.kind === 'decode' && video.keysOnly ? 'keys' : 'all';
}

const DECODE = { kind: 'decode', checksums: false } as const;

function videoPlan(video: StreamScan, budget: number): DecodePlan['video'] {
  if (cost(video, video.packets, video.bytes) <= budget) {
    return { ...DECODE, keysOnly: false };
  }
  const { keys, packets, bytes } = video;
  // A key frame is several times as large as an average frame.
  const keyBytes = Math.min(bytes, (bytes / packets) * keys.length * 5);
  if (cost(video, keys.length, keyBytes) <= budget) {
    return { ...DECODE, keysOnly: true };
  }
  const at = Array.from(
    { length: SAMPLES },
    (_, index) => keys[Math.floor((index * (keys.length - 1)) / (SAMPLES - 1))] ?? 0,
  );
  return { kind: 'pictures', at: [...new Set(at)] };
}

function cost({ codec, pixels }: StreamScan, pictures: number, bytes: number): number {
  return (pictures * pixels) / (PIXELS[codec] ?? USUAL_PIXELS) + (bytes * 8) / BITS;
}

/**
 * Whether one process may decode this many pictures at the same time, each with its own decoder.
 * Starting a process takes longer than decoding a picture.
 * @param pixels pixels per picture; 0 when unknown.
 */
export function fitsOneProcess(pictures: number, pixels: number): boolean {
  return pixels > 0 && pictures * pixels <= MOST_PIXELS_AT_ONCE;
}

interface DecodeOptions {
  /** How long the task has taken so far, in seconds. */
  readonly taskSeconds: number;
  /** Set if another program decodes all wanted streams. */
  readonly decodedBy?: unknown;
  readonly wanted: WantedStreams;
}

/**
 * When to decode a picture of a source whose key frames are not known yet, in seconds; empty if that
 * can't be planned. The times are about those of `decodePlan`, which takes them from the list of
 * packets.
 * @param pageSeconds the duration that the page states. Without it, nothing is planned, because the
 *   probe of a fragmented file may know only its first fragments.
 */
export function pictureTimes(
  { probe, wanted }: Pick<Outlook, 'probe' | 'wanted'>,
  pageSeconds: number | null,
): number[] {
  const video = probe.streams.find(({ type }) => type === 'video');
  if (!wanted.includes('video') || pageSeconds === null || video === undefined) {
    return [];
  }
  const last = Math.max(0, Math.max(probe.durationSeconds ?? 0, pageSeconds) - KEY_SECONDS);
  return fitsOneProcess(SAMPLES, video.pixels)
    ? Array.from(
        { length: SAMPLES },
        (_, index) => probe.startSeconds + (index * last) / (SAMPLES - 1),
      )
    : [];
}

/** The decoding passes over a file: a single one if video and audio need the same depth. */
export function decodesOf(
  streams: readonly StreamScan[],
  { taskSeconds, decodedBy, wanted }: DecodeOptions,
): { wanted: WantedStreams; depth: Depth }[] {
  const { audio, video } = decodePlan(streams, taskSeconds);
  const sound = streams.find(({ type }) => type === 'audio');
  const whole: Depth = { kind: 'decode', keysOnly: false, checksums: sound?.codec === 'flac' };
  if (decodedBy !== undefined) {
    return [{ wanted, depth: whole }];
  }
  if (audio && video?.kind === 'decode' && !video.keysOnly) {
    return [{ wanted: ['video', 'audio'], depth: whole }];
  }
  return [
    ...(audio ? [{ wanted: ['audio'] as const, depth: whole }] : []),
    ...(video === null ? [] : [{ wanted: ['video'] as const, depth: video }]),
  ];
}
