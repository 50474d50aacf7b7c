import { Injectable } from '@nestjs/common';
import { Prober } from '../probe.js';
import { probeSchema } from '../probe-schema.js';
import { ClipProgram } from './clip-program.js';
import type { CutPlan } from './cut-plan.js';
import { type FrameTable, FrameTableReader } from './picture/frame-table.js';
import {
  framesBetween,
  keyBefore,
  type PictureSource,
  readFrom,
  secondsOf,
} from './picture/picture-source.js';

/** How many frames on the copied side of a joint are compared with the source. */
const COMPARED = 8;
/** Tolerance for times in seconds, because containers round them to their clock. */
const ROUNDING = 0.0011;
const DECODING_SECONDS = 300;

/** A range of a clip's frames, by index; `to` is exclusive. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** Checks that a clip decodes at its joints, and to the same frames as its source. */
@Injectable()
export class JointCheck {
  constructor(
    private readonly program: ClipProgram,
    private readonly prober: Prober,
  ) {}

  /**
   * True if every frame is present at the right time, every joint decodes without complaints, and
   * the frames on the copied side are identical to the source's.
   * @param path the file of the clip
   * @throws whatever the program throws, or the signal's reason.
   */
  async isGood(
    source: PictureSource,
    { path, plan: { head, tail } }: { path: string; plan: CutPlan },
    signal: AbortSignal,
  ): Promise<boolean> {
    const clip = await this.clip(source, path, signal);
    if (clip === null) {
      return false;
    }
    const all = source.shown.pts.length;
    // Start on the encoded side of each joint, to check those frames too.
    const joints = [
      { is: head > 0, window: { from: 0, to: Math.min(all, head + COMPARED) }, skip: head },
      { is: tail > 0, window: { from: Math.max(head, all - tail - COMPARED), to: all }, skip: 0 },
    ];
    const looks = await Promise.all(
      joints.map(async ({ is, window, skip }) => {
        const compared = { from: window.from + skip, to: Math.min(window.to, all - tail) };
        return !is || (await this.agree({ clip, window }, { source, compared }, signal));
      }),
    );
    return looks.every(Boolean);
  }

  /** True if the whole window decodes and the compared frames match the source's. */
  private async agree(
    { clip, window }: { clip: PictureSource; window: Window },
    { source, compared }: { source: PictureSource; compared: Window },
    signal: AbortSignal,
  ): Promise<boolean> {
    const [ours, theirs] = await Promise.all([
      this.decoded(clip, window, signal),
      this.decoded(source, compared, signal),
    ]);
    const skip = compared.from - window.from;
    const same = ours.hashes.slice(skip, skip + theirs.hashes.length);
    return (
      ours.complaints === 0 &&
      ours.hashes.length === window.to - window.from &&
      theirs.hashes.length === compared.to - compared.from &&
      same.join() === theirs.hashes.join()
    );
  }

  /**
   * The clip as a source; null unless it has exactly the expected frames, each at the right time.
   */
  private async clip(
    { traits, shown, ...source }: PictureSource,
    path: string,
    signal: AbortSignal,
  ): Promise<PictureSource | null> {
    const reader = new FrameTableReader(-Infinity, Infinity);
    const [described] = await Promise.all([
      this.prober.describe(path, signal),
      this.program.run({
        inputs: [{ path }],
        options: ['-map', '0:V:0', '-c', 'copy', '-f', 'framecrc', 'pipe:1'],
        ...{ signal, cpuSeconds: DECODING_SECONDS, fileBytes: 0 },
        onOutput: (chunk) => reader.push(chunk),
      }),
    ]);
    const begins = probeSchema.safeParse(described).data?.format.start_time ?? 0;
    const table = reader.result();
    const pts = table.packets.flatMap((packet) => packet.pts ?? []).sort((a, b) => a - b);
    const [ours, theirs] = [timesOf(table, pts), timesOf(source.table, shown.pts)];
    const isSame =
      ours.length === theirs.length &&
      ours.every((time, index) => Math.abs(time - (theirs[index] ?? NaN)) < ROUNDING);
    const end = pts.at(-1) ?? 0;
    return isSame
      ? { path, traits, begins, canSeek: true, table, shown: { pts, end }, held: null }
      : null;
  }

  private async decoded(
    source: PictureSource,
    { from, to }: Window,
    signal: AbortSignal,
  ): Promise<{ hashes: string[]; complaints: number }> {
    const { pts } = source.shown;
    const [first = 0, last = 0] = [pts[from], pts[to - 1]];
    const seek = readFrom(source, secondsOf(source, keyBefore(source, first)));
    let text = '';
    const complaints = await this.program.run({
      inputs: [{ path: source.path, options: seek }],
      options: [
        ...[
          '-map',
          '0:V:0',
          '-vf',
          framesBetween(source, { first, last }),
          '-vsync',
          'passthrough',
        ],
        ...['-frames:v', String(to - from), '-f', 'framemd5', 'pipe:1'],
      ],
      ...{ signal, cpuSeconds: DECODING_SECONDS, fileBytes: 0 },
      onOutput: (chunk) => (text += chunk.toString('latin1')),
    });
    const lines = text.split('\n').filter((line) => /^0,/.test(line));
    const hashes = lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
    return { hashes, complaints: complaints.length };
  }
}

/** Seconds since the first frame. */
function timesOf({ over, under }: FrameTable, pts: readonly number[]): number[] {
  return pts.map((ticks) => ((ticks - (pts[0] ?? 0)) * over) / under);
}
