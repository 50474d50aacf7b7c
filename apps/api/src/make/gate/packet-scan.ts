import { OutputLines } from '../output/output-lines.js';
import { toPacket } from '../output/packet-line.js';

/** Totals over the packets of one stream. Times are presentation times in seconds. */
export interface StreamScan {
  readonly type: 'video' | 'audio';
  /** ffmpeg's name for the codec. */
  readonly codec: string;
  /**
   * Number of packets from the first key frame on. Earlier ones can't be shown, and joining drops
   * them.
   */
  readonly packets: number;
  /** Number of packets before the first key frame. */
  readonly leading: number;
  readonly bytes: number;
  /** Earliest start and latest end of a packet that is shown. */
  readonly start: number;
  readonly end: number;
  /**
   * Latest start of a packet that is shown. Used because containers disagree about the duration of
   * the last packet.
   */
  readonly last: number;
  /** Number of audio packets that don't begin where the previous one ended. */
  readonly jumps: number;
  /** Presentation times of key frames, in order; empty for audio, where every packet is one. */
  readonly keys: readonly number[];
  /** Pixels per frame; 0 for audio. */
  readonly pixels: number;
}

/**
 * Tolerance in seconds for the start of an audio packet, because containers round times to their
 * clock.
 */
const JUMP_SECONDS = 0.02;

interface Gathered {
  type: StreamScan['type'] | null;
  codec: string;
  timeBase: number;
  packets: number;
  leading: number;
  bytes: number;
  start: number;
  end: number;
  last: number;
  jumps: number;
  /** End of the previous packet in seconds; null before the first. */
  over: number | null;
  keys: number[];
  pixels: number;
}

/**
 * Parses the output of ffmpeg's `framecrc` muxer, one line per packet. Keeps only totals, because
 * two hours of media have half a million packets.
 */
export class PacketReader {
  private readonly streams = new Map<number, Gathered>();
  private readonly lines = new OutputLines('table');
  /** Presentation time of the last packet read, in seconds; null before the first. */
  shown: number | null = null;
  /**
   * By how many seconds a packet is shown earlier than a packet that was read before it, at most.
   */
  back = 0;
  private latest = -Infinity;

  push(chunk: Buffer): void {
    this.lines.push(chunk).forEach((line) => this.read(line));
  }

  /** Reads a line about a packet or a stream. Other lines are ignored. */
  read(line: string): void {
    if (line.startsWith('#')) {
      this.readHead(line);
    } else {
      this.readPacket(line);
    }
  }

  /** @returns the streams that have packets, video first. */
  result(): StreamScan[] {
    const found = [...this.streams.values()].flatMap((stream) => {
      const { type, codec, packets, leading, bytes, start, end, last, jumps, keys, pixels } =
        stream;
      const sums = { codec, packets, leading, bytes, start, end, last, jumps, pixels };
      return type === null || packets === 0
        ? []
        : [{ type, ...sums, keys: keys.sort((a, b) => a - b) }];
    });
    return found.sort((a, b) => Number(a.type === 'audio') - Number(b.type === 'audio'));
  }

  /** Parses a line such as "#tb 0: 1/15360" or "#media_type 0: video". */
  private readHead(line: string): void {
    const [, name, index, value = ''] = /^#(\w+) (\d+): (.*)$/.exec(line) ?? [];
    const stream = this.stream(Number(index ?? -1));
    switch (name) {
      case 'tb': {
        const [over = 0, under = 1] = value.split('/').map(Number);
        stream.timeBase = over / under;
        break;
      }
      case 'media_type':
        stream.type = value === 'video' || value === 'audio' ? value : null;
        break;
      case 'codec_id':
        stream.codec = value;
        break;
      case 'dimensions': {
        const [width = 0, height = 0] = value.split('x').map(Number);
        stream.pixels = width * height;
        break;
      }
      default:
    }
  }

  private readPacket(line: string): void {
    const packet = toPacket(line);
    if (packet === null) {
      return;
    }
    const { isKey, isHidden } = packet;
    const stream = this.stream(packet.stream);
    stream.bytes += packet.bytes;
    if (stream.type === 'video' && stream.packets === 0 && !isKey) {
      stream.leading += 1;
      return;
    }
    stream.packets += 1;
    if (packet.pts === null) {
      return;
    }
    const shown = packet.pts * stream.timeBase;
    const over = shown + packet.ticks * stream.timeBase;
    this.shown = shown;
    this.latest = Math.max(this.latest, shown);
    this.back = Math.max(this.back, this.latest - shown);
    if (!isHidden) {
      stream.start = Math.min(stream.start, shown);
      stream.end = Math.max(stream.end, over);
      stream.last = Math.max(stream.last, shown);
    }
    if (stream.type === 'audio' && Math.abs(shown - (stream.over ?? shown)) > JUMP_SECONDS) {
      stream.jumps += 1;
    }
    stream.over = over;
    if (stream.type === 'video' && isKey) {
      stream.keys.push(shown);
    }
  }

  private stream(index: number): Gathered {
    const known = this.streams.get(index);
    if (known !== undefined) {
      return known;
    }
    const fresh: Gathered = {
      ...{ type: null, codec: '', timeBase: 0, packets: 0, leading: 0, bytes: 0, pixels: 0 },
      ...{ start: Infinity, end: -Infinity, last: -Infinity, jumps: 0, over: null, keys: [] },
    };
    this.streams.set(index, fresh);
    return fresh;
  }
}

/** The first video stream; undefined if there is none. */
export function videoOf(streams: readonly StreamScan[]): StreamScan | undefined {
  return streams.find(({ type }) => type === 'video');
}
