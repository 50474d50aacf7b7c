import { open, type FileHandle } from 'node:fs/promises';

/** A frame as a track stores it. */
interface Sample {
  readonly pts: number;
  readonly isKey: boolean;
  readonly bytes: Buffer;
}

/** Properties shared by all samples of a track. */
interface TrackFormat {
  /** Sample entry name (`avc1`, `vp09`, `vp08`). */
  readonly coding: string;
  /** The decoder configuration box; may be empty. */
  readonly configuration: Buffer;
  readonly width: number;
  readonly height: number;
  /** Pixel aspect ratio. */
  readonly aspect: { readonly over: number; readonly under: number };
  /** Ticks per second. */
  readonly timescale: number;
}

/**
 * A video-only MP4 (ISO 14496-12), written packet by packet. ffmpeg cannot write it: when
 * concatenating, it keeps only the first parameter sets and lets decoding times run backwards. Only
 * ffmpeg reads the file, to add the audio.
 */
export class PictureTrack {
  private readonly samples: Omit<Sample & { size: number }, 'bytes'>[] = [];
  private mediaBytes = 0;
  /** Frames that are not written yet. */
  private gathered: Buffer[] = [];
  private gatheredBytes = 0;

  private constructor(private readonly file: FileHandle) {}

  static async create(path: string): Promise<PictureTrack> {
    const file = await open(path, 'w');
    await file.write(Buffer.concat([FILE_TYPE, mediaHead(0)]));
    return new PictureTrack(file);
  }

  /** Appends a frame. Call it in decoding order. */
  async add({ pts, isKey, bytes }: Sample): Promise<void> {
    this.samples.push({ pts, isKey, size: bytes.length });
    this.mediaBytes += bytes.length;
    this.gathered.push(bytes);
    this.gatheredBytes += bytes.length;
    if (this.gatheredBytes >= WRITE_BYTES) {
      await this.write();
    }
  }

  private async write(): Promise<void> {
    await this.file.appendFile(Buffer.concat(this.gathered));
    this.gathered = [];
    this.gatheredBytes = 0;
  }

  /**
   * @param end when the last frame ends, in ticks.
   * @returns the size of the file, in bytes.
   */
  async finish(format: TrackFormat, end: number): Promise<number> {
    const index = movie(this.samples, format, end);
    await this.write();
    await this.file.write(index);
    await this.file.write(mediaHead(this.mediaBytes), 0, MEDIA_HEAD_BYTES, FILE_TYPE.length);
    await this.file.close();
    return FILE_TYPE.length + MEDIA_HEAD_BYTES + this.mediaBytes + index.length;
  }

  close(): Promise<void> {
    return this.file.close().catch(() => undefined);
  }
}

const MEDIA_HEAD_BYTES = 16;
/** How many bytes of frames are written at once. */
const WRITE_BYTES = 1024 * 1024;

/** A box with its contents. */
export function box(type: string, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const FILE_TYPE = box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'));

function mediaHead(bytes: number): Buffer {
  const head = Buffer.alloc(MEDIA_HEAD_BYTES);
  head.writeUInt32BE(1);
  head.write('mdat', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(MEDIA_HEAD_BYTES + bytes), 8);
  return head;
}

/** 32-bit numbers. In most boxes, the first one holds the version and flags. */
function words(...values: number[]): Buffer {
  return table(values);
}

/** Like `words`, for more values than a call can take as arguments. */
function table(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeInt32BE(value | 0, index * 4));
  return buffer;
}

type Row = Omit<Sample & { size: number }, 'bytes'>;

/**
 * Decoding times are the sorted presentation times, shifted by the largest delay. They never run
 * backwards, and no frame is shown before it is decoded.
 */
function movie(samples: readonly Row[], format: TrackFormat, end: number): Buffer {
  const shown = samples.map(({ pts }) => pts).sort((a, b) => a - b);
  const begin = shown[0] ?? 0;
  const delay = samples.reduce(
    (most, { pts }, index) => Math.max(most, (shown[index] ?? 0) - pts),
    0,
  );
  const durations = shown.map((pts, index) => Math.max(1, (shown[index + 1] ?? end) - pts));
  const duration = Math.max(1, end - begin);
  const { timescale, width, height } = format;
  const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const trackHead = [7, 0, 0, 1, 0, duration, 0, 0, 0, 0, ...matrix, width << 16, height << 16];
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []));
  const sampleTable = box(
    'stbl',
    box('stsd', words(0, 1), sampleEntry(format)),
    box('stts', ...runs(durations)),
    box('ctts', ...runs(samples.map(({ pts }, index) => pts - (shown[index] ?? 0) + delay))),
    box('stss', words(0, keys.length), table(keys)),
    box('stsc', words(0, 1, 1, samples.length, 1)),
    box('stsz', words(0, 0, samples.length), table(samples.map(({ size }) => size))),
    box('stco', words(0, 1, FILE_TYPE.length + MEDIA_HEAD_BYTES)),
  );
  const reference = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
  const handler = box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0), Buffer.alloc(1));
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, timescale, duration, 0x55c40000)),
    handler,
    box('minf', box('vmhd', words(1, 0, 0)), reference, sampleTable),
  );
  const edits = box('edts', box('elst', words(0, 1, duration, delay, 0x10000)));
  const movieHead = [0, 0, 0, timescale, duration, 0x10000, 0x1000000, 0, 0, ...matrix];
  return box(
    'moov',
    box('mvhd', words(...movieHead, 0, 0, 0, 0, 0, 0, 2)),
    box('trak', box('tkhd', words(...trackHead)), edits, media),
  );
}

function sampleEntry({ coding, configuration, width, height, aspect }: TrackFormat): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(width);
  size.writeUInt16BE(height, 2);
  const depth = Buffer.from([0, 0x18, 0xff, 0xff]);
  return box(
    coding,
    words(0, 1, 0, 0, 0, 0),
    size,
    words(0x480000, 0x480000, 0, 0x10000),
    Buffer.alloc(30),
    depth,
    configuration,
    box('pasp', words(aspect.over, aspect.under)),
  );
}

/**
 * A run-length table: version and flags, the number of runs, then the count and value of each run.
 */
function runs(values: readonly number[]): Buffer[] {
  const rows: [number, number][] = [];
  for (const value of values) {
    const last = rows.at(-1);
    if (last !== undefined && last[1] === value) {
      last[0] += 1;
    } else {
      rows.push([1, value]);
    }
  }
  return [words(0, rows.length), table(rows.flat())];
}
