import { type FileHandle, open, rm } from 'node:fs/promises';
import { ClipProgram } from '../clip-program.js';
import { FrameTableReader, type Packet } from './frame-table.js';

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

/** The packets of a video, back to back in a file, and their offsets. */
export class PacketDump {
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

  async read(index: number): Promise<Buffer> {
    const { bytes = 0 } = this.packets[index] ?? {};
    const buffer = Buffer.alloc(bytes);
    await this.file.read(buffer, 0, bytes, this.places[index] ?? 0);
    return buffer;
  }

  async remove(): Promise<void> {
    await this.file.close();
    await rm(this.path, { force: true });
  }
}
