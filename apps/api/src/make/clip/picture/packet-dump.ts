import { type FileHandle, open, rm } from 'node:fs/promises';
import { ClipProgram } from '../clip-program.js';
import type { Packet } from '../../output/packet-line.js';
import { FrameTableReader } from './frame-table.js';

interface DumpOptions {
  readonly path: string;
  /** Input options: where reading begins and ends. */
  readonly options: readonly string[];
  /** The filter that converts packets to the byte stream format. */
  readonly filter: string | null;
  readonly to: string;
  readonly signal: AbortSignal;
  /** Size limit, in bytes. */
  readonly mostBytes: number;
}

/** How many bytes are read at once, because packets are read in order, and many are small. */
const BLOCK_BYTES = 1024 * 1024;

/** The packets of a video, back to back in a file, and their offsets. */
export class PacketDump {
  private block = { at: 0, bytes: Buffer.alloc(0) };

  private constructor(
    readonly packets: readonly Packet[],
    private readonly places: readonly number[],
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Extracts the packets of a file's first video stream. */
  static async of(
    program: ClipProgram,
    { path, options, filter, to, signal, mostBytes }: DumpOptions,
  ): Promise<PacketDump> {
    const copied = [
      '-map',
      '0:V:0',
      '-c',
      'copy',
      '-copyinkf',
      ...(filter ? ['-bsf:v', filter] : []),
    ];
    // With an infinite range, the reader keeps every packet.
    const reader = new FrameTableReader(-Infinity, Infinity);
    await program.run({
      inputs: [{ path, options }],
      options: [...copied, '-f', 'rawvideo', `file:${to}`, ...copied, '-f', 'framecrc', 'pipe:1'],
      ...{ signal, cpuSeconds: 60 + mostBytes / 10e6, fileBytes: mostBytes },
      onOutput: (chunk) => reader.push(chunk),
    });
    const { packets } = reader.result();
    const places: number[] = [];
    packets.reduce((at, { bytes }) => (places.push(at), at + bytes), 0);
    return new PacketDump(packets, places, to, await open(to, 'r'));
  }

  /** @returns a view of a larger buffer. */
  async read(index: number): Promise<Buffer> {
    const { bytes = 0 } = this.packets[index] ?? {};
    const at = this.places[index] ?? 0;
    const isHeld = this.block.at <= at && at + bytes <= this.block.at + this.block.bytes.length;
    if (!isHeld) {
      const buffer = Buffer.alloc(Math.max(bytes, BLOCK_BYTES));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, at);
      this.block = { at, bytes: buffer.subarray(0, bytesRead) };
    }
    return this.block.bytes.subarray(at - this.block.at).subarray(0, bytes);
  }

  async remove(): Promise<void> {
    await this.file.close();
    await rm(this.path, { force: true });
  }
}
