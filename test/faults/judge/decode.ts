import { probe } from '../../origin/probe.js';
import { runProgram } from '../../origin/run-program.js';

/** Everything a file holds, decoded: a hash for each picture and each frame of sound, in order. */
export interface Decoded {
  readonly pictures: readonly string[];
  readonly sounds: readonly string[];
}

/** When each picture and frame of sound is shown, seconds, in the order of showing. */
export interface Times {
  readonly pictures: readonly number[];
  readonly sounds: readonly number[];
}

/** Which streams of a file are meant. */
export interface Wanted {
  readonly pictures: boolean;
  readonly sounds: boolean;
}

/** The streams that a player would play: no covers, no data. */
export async function streamsOf(file: string): Promise<Wanted> {
  const { streams } = await probe(file);
  return {
    pictures: streams.some(({ type, isCover }) => type === 'video' && !isCover),
    sounds: streams.some(({ type }) => type === 'audio'),
  };
}

/**
 * `all`: also what edit lists and priming keep from being shown, as two containers tell these apart
 * in ways of their own; `shown`: what a player shows.
 */
export type Extent = 'all' | 'shown';

async function isMp4(file: string): Promise<boolean> {
  const argv = ['-v', 'error', '-show_entries', 'format=format_name', '-of', 'csv=p=0', file];
  return (await runProgram('ffprobe', argv)).includes('mov');
}

/**
 * Decodes a file from its first byte to its last.
 * @throws Error when ffmpeg finds nothing to decode, or gives up.
 */
export async function decode(file: string, wanted: Wanted, extent: Extent): Promise<Decoded> {
  const all = extent === 'all' ? ['-flags2', '+skip_manual'] : [];
  const edits = extent === 'all' && (await isMp4(file)) ? ['-ignore_editlist', '1'] : [];
  const output = await runProgram('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-threads', '1', ...all, ...edits, '-i', file],
    ...(wanted.pictures ? ['-map', '0:v:0'] : []),
    ...(wanted.sounds ? ['-map', '0:a:0'] : []),
    ...['-fps_mode', 'passthrough', '-f', 'framemd5', '-'],
  ]);
  const hashes: [string[], string[]] = [[], []];
  for (const line of output.split('\n')) {
    const fields = line.split(',').map((field) => field.trim());
    if (/^\d+$/.test(fields[0] ?? '') && fields.length >= 6) {
      hashes[Number(fields[0])]?.push(fields[5] ?? '');
    }
  }
  const [first, second] = hashes;
  return wanted.pictures ? { pictures: first, sounds: second } : { pictures: [], sounds: first };
}

/** Reads when each packet of a file is shown; those that are not have a time all the same. */
export async function readTimes(file: string, wanted: Wanted, extent: Extent): Promise<Times> {
  const of = async (stream: string): Promise<number[]> => {
    const argv = ['-v', 'error', '-select_streams', stream, '-show_entries'];
    const lines = await runProgram('ffprobe', [
      ...[...argv, 'packet=pts_time,flags', '-of', 'csv=p=0', file],
    ]);
    return lines
      .split('\n')
      .map((line) => line.split(','))
      .filter(([time, flags]) => time && (extent === 'all' || !flags?.includes('D')))
      .map(([time]) => Number(time))
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
  };
  return {
    pictures: wanted.pictures ? await of('v:0') : [],
    sounds: wanted.sounds ? await of('a:0') : [],
  };
}
