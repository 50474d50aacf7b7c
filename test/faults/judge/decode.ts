import { runProgram } from '../../origin/run-program.js';

/** A file's decoded content: a hash for each picture and each audio frame, in order. */
export interface Decoded {
  readonly pictures: readonly string[];
  readonly sounds: readonly string[];
}

export interface Times {
  readonly pictures: readonly number[];
  readonly sounds: readonly number[];
}

export interface Wanted {
  readonly pictures: boolean;
  readonly sounds: boolean;
}

/**
 * `all` includes priming and frames that edit lists hide, which containers express differently;
 * `shown` is only what a player presents.
 */
export type Extent = 'all' | 'shown';

export interface Index {
  /** The streams that a player plays, without cover art and data. */
  readonly has: Wanted;
  readonly isMp4: boolean;
  readonly times: Readonly<Record<Extent, Times>>;
}

interface Probed {
  readonly format: { readonly format_name: string };
  readonly streams: readonly {
    readonly index: number;
    readonly codec_type: string;
    readonly disposition: { readonly attached_pic: number };
  }[];
  readonly packets: readonly {
    readonly stream_index: number;
    readonly pts_time?: string;
    readonly flags: string;
  }[];
}

const ENTRIES =
  'format=format_name:stream=index,codec_type:stream_disposition=attached_pic:packet=stream_index,pts_time,flags';

/**
 * Reads the metadata in a single run of ffprobe, because starting a program costs more than reading
 * a clip.
 * @throws Error if the file is not media.
 */
export async function readIndex(file: string): Promise<Index> {
  const argv = ['-v', 'error', '-show_entries', ENTRIES, '-of', 'json=compact=1', file];
  const { format, streams, packets } = JSON.parse(await runProgram('ffprobe', argv)) as Probed;
  const timesOf = (type: string, extent: Extent): number[] => {
    const index = streams.find(({ codec_type: one }) => one === type)?.index;
    return packets
      .filter(
        ({ stream_index: of, flags }) => of === index && (extent === 'all' || !/D/.test(flags)),
      )
      .map(({ pts_time: time }) => Number(time))
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
  };
  const times = (extent: Extent): Times => ({
    pictures: timesOf('video', extent),
    sounds: timesOf('audio', extent),
  });
  return {
    has: {
      pictures: streams.some(
        ({ codec_type: type, disposition }) => type === 'video' && disposition.attached_pic === 0,
      ),
      sounds: streams.some(({ codec_type: type }) => type === 'audio'),
    },
    isMp4: format.format_name.includes('mov'),
    times: { all: times('all'), shown: times('shown') },
  };
}

/**
 * Decodes a whole file.
 * @throws Error if ffmpeg fails or finds nothing to decode.
 */
export async function decode(
  file: string,
  { isMp4, wanted, extent }: { isMp4: boolean; wanted: Wanted; extent: Extent },
): Promise<Decoded> {
  const all = extent === 'all' ? ['-flags2', '+skip_manual'] : [];
  const edits = extent === 'all' && isMp4 ? ['-ignore_editlist', '1'] : [];
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
