import { Injectable, Logger } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { DomainError } from '../../infra/errors/domain-error.js';
import { hasIndex, MUXERS, titleOption } from '../join/mux-options.js';
import type { Clip } from '../recipe.js';
import { type ClipInput, ClipProgram } from './clip-program.js';
import type { ClipStreams, AudioPart } from './clip-streams.js';
import { clipSoundOptions, wholeOptions } from './encoders.js';
import { type JoinedPicture, JointCutter } from './joint-cutter.js';
import { JointCheck } from './joint-check.js';
import { boundEncoding, frameArea } from './encoding-bound.js';
import { loopPlan } from './animation/loop-options.js';
import {
  framesBetween,
  type PictureSource,
  readFrom,
  secondsOf,
  keyBefore,
} from './picture/picture-source.js';
import { isCuttable } from './picture/picture-traits.js';

/**
 * Pixels per second that one core encodes with the slowest encoder: a tenth of the measured rate.
 */
const SLOWEST = 2e6;
interface ClipOutput {
  readonly path: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Size limit for each file, in bytes. */
  readonly mostBytes: number;
  /** @param share share of the output written so far, 0-1. */
  onProgress(share: number): void;
}

@Injectable()
export class ClipWriter {
  private readonly logger = new Logger(ClipWriter.name);

  constructor(
    private readonly program: ClipProgram,
    private readonly joints: JointCutter,
    private readonly check: JointCheck,
  ) {}

  /** @throws DomainError CLIP_TOO_LONG, whatever the program throws, or the signal's reason. */
  async write(asked: Clip, streams: ClipStreams, output: ClipOutput): Promise<void> {
    const { picture, sound, range } = streams;
    const recipe = { ...asked, ...range };
    if (recipe.as === 'gif' || recipe.as === 'webp') {
      return this.loop(recipe.as, picture, recipe, output);
    }
    if (picture === null) {
      return this.run(recipe, { input: null, filter: null, options: [] }, { sound, output });
    }
    const cut =
      picture.held === null && isCuttable(picture.traits, recipe.container)
        ? await this.joined(picture, output)
        : null;
    if (cut !== null) {
      const copied = { input: { path: cut.path }, filter: null, options: ['-c:v', 'copy'] };
      await this.run(recipe, copied, { sound, output });
      await rm(cut.path);
      const made = { path: output.path, plan: cut.plan };
      if (await this.check.isGood(picture, made, output.signal)) {
        return;
      }
      this.logger.warn({
        msg: 'A clip failed verification where its parts meet; encoding all of it',
      });
    }
    await this.whole(recipe, picture, { sound, output });
  }

  private async joined(picture: PictureSource, output: ClipOutput): Promise<JoinedPicture | null> {
    const cpuSeconds = (frames: number): number => secondsFor(picture, frames);
    const options = { ...output, cpuSeconds };
    try {
      return await this.joints.cut(picture, options);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'DISK_FULL') {
        throw error;
      }
      // ffmpeg may lack an encoder for the source's codec, or the encoder may reject the profile.
      this.logger.log({
        err: error,
        msg: 'The parts of a clip cannot be joined; encoding all of it',
      });
      return null;
    }
  }

  private async whole(recipe: Clip, picture: PictureSource, rest: Rest): Promise<void> {
    const { pts } = picture.shown;
    const encoder = wholeOptions(picture.traits, recipe.container);
    const frames = framesOf(picture);
    boundEncoding(picture.traits, { frames, isVpx: encoder.includes('libvpx-vp9') });
    const [first = 0, last = 0] = [pts[0], pts.at(-1)];
    const timed = picture.held === null ? fromZero(picture) : evenly(picture.held);
    const filter = [framesBetween(picture, { first, last }), timed, EVEN].join(',');
    const options = ['-vsync', 'passthrough', '-enc_time_base', '-1', ...encoder];
    // Not `-frames:v`: on reaching that limit, ffmpeg ends the audio too.
    const seek = readFrom(picture, secondsOf(picture, keyBefore(picture, first)));
    const input = { path: picture.path, options: seek };
    const cpuSeconds = secondsFor(picture, frames);
    await this.run(recipe, { input, filter, options, cpuSeconds }, rest);
  }

  private async loop(
    as: 'gif' | 'webp',
    picture: PictureSource | null,
    { startMs, endMs }: Clip,
    output: ClipOutput,
  ): Promise<void> {
    if (picture === null) {
      throw new DomainError('WISH_NOT_POSSIBLE');
    }
    const { pts } = picture.shown;
    boundEncoding(picture.traits, { frames: pts.length, isVpx: false });
    const [first = 0, last = 0] = [pts[0], pts.at(-1)];
    const plan = loopPlan(as, picture.traits, (endMs - startMs) / 1000);
    const seek = readFrom(picture, secondsOf(picture, keyBefore(picture, first)));
    const chosen = `${framesBetween(picture, { first, last })},${fromZero(picture)}`;
    await this.program.run({
      inputs: [{ path: picture.path, options: seek }],
      options: [
        ...['-map_metadata', '-1', '-filter_complex', `[0:V:0]${chosen},${plan.filters}`, '-an'],
        ...['-frames:v', String(plan.frames), ...plan.options, `file:${output.path}`],
      ],
      ...{ signal: output.signal, cpuSeconds: secondsFor(picture, pts.length * 4) },
      fileBytes: output.mostBytes,
      onProgress: (seconds) => output.onProgress((seconds * 1000) / (endMs - startMs)),
    });
  }

  private async run(
    recipe: Clip,
    { input, filter, options, cpuSeconds = 0 }: Picture,
    { sound, output }: Rest,
  ): Promise<void> {
    const { container, startMs, endMs, title } = recipe;
    const inputs = [...(input === null ? [] : [input]), ...(sound === null ? [] : [sound.input])];
    const seconds = (endMs - startMs) / 1000;
    await this.program.run({
      inputs,
      options: [
        ...(input === null ? [] : ['-map', '0:V:0']),
        ...(filter === null ? [] : ['-vf', filter]),
        ...options,
        ...(sound === null ? [] : soundPart(sound, inputs.length - 1, container)),
        ...['-map_metadata', '-1', '-metadata', titleOption(title)],
        ...(hasIndex(container) ? ['-movflags', '+faststart'] : []),
        ...['-f', MUXERS[container] ?? container, `file:${output.path}`],
      ],
      signal: output.signal,
      cpuSeconds: cpuSeconds + 60 + seconds,
      fileBytes: output.mostBytes,
      onProgress: (written) => output.onProgress(Math.min(1, written / seconds)),
    });
  }
}

/** The video part of ffmpeg's arguments. */
interface Picture {
  /** Null for a clip without video. */
  readonly input: ClipInput | null;
  readonly filter: string | null;
  readonly options: readonly string[];
  /** Processor time for encoding, in seconds. */
  readonly cpuSeconds?: number;
}

interface Rest {
  readonly sound: AudioPart | null;
  readonly output: ClipOutput;
}

/** 4:2:0 encoders need even sizes. */
const EVEN = 'crop=trunc(iw/2)*2:trunc(ih/2)*2';

/** A filter that moves the clip's first frame to 0. */
function fromZero(picture: PictureSource): string {
  return `setpts=PTS-round(${secondsOf(picture, picture.shown.pts[0] ?? 0).toFixed(6)}/TB)`;
}

/** Frame rate of a clip whose first or last frame stays on screen beyond the clip's edge. */
const HELD_RATE = 30;

/** How many frames a fully encoded clip has. */
export function framesOf({ held, shown }: Pick<PictureSource, 'held' | 'shown'>): number {
  // A frame that begins exactly at the end is not part of the clip.
  return held === null ? shown.pts.length : Math.ceil((held.to - held.from) * HELD_RATE - 0.001);
}

/**
 * A filter that samples the screen at a constant rate between two moments. The first frame gets
 * time 0.
 */
function evenly({ from, to }: { from: number; to: number }): string {
  const seconds = (to - from).toFixed(6);
  return [
    // Rounding up makes each output frame show what is on screen at that moment.
    `fps=${HELD_RATE}:round=up:start_time=${from.toFixed(6)}`,
    // Clone the last frame, because without a later frame its duration is unknown.
    `tpad=stop_mode=clone:stop_duration=${seconds}`,
    'setpts=PTS-STARTPTS',
    `trim=duration=${seconds}`,
  ].join(',');
}

/**
 * Options for the audio between the same two moments, cut sample-exactly. If the audio begins
 * later, silence is inserted before it.
 */
function soundPart({ traits, from, to }: AudioPart, index: number, container: string): string[] {
  const [begin, end] = [from.toFixed(6), to.toFixed(6)];
  const cut = `atrim=start=${begin}:end=${end},asetpts=PTS-round(${begin}/TB)`;
  return [
    ...['-map', `${index}:a:0`, '-af', `${cut},aresample=async=1:first_pts=0`],
    ...clipSoundOptions(traits, container),
  ];
}

function secondsFor({ traits }: PictureSource, frames: number): number {
  return 60 + (frames * frameArea(traits)) / SLOWEST;
}
