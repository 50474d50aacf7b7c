import type { FfmpegRun } from '../file-plan.js';
import type { Decoded } from '../gate/decode-plan.js';
import { THREADS } from '../gate/media-reader.js';
import { filterFor } from '../gate/packet-filter.js';
import type { WantedStreams } from '../gate/media-reader.js';
import { LOCAL_ONLY } from '../local-inputs.js';
import type { Probe } from '../probe-schema.js';

/**
 * Number of packets that ffmpeg reads ahead of each pipe. With the default of 8, ffmpeg 5.1 often
 * finds no packet and sleeps for 10 ms: joining 717 MB took 4.9 s instead of 2.1 s.
 */
const READ_AHEAD = 128;
/** The first file descriptor after standard input, output and error. */
const FIRST_PIPE = 3;

export interface ArrivingInput {
  /** How much of the input is decoded. */
  readonly decoded: Decoded;
  readonly probe: Probe;
  readonly wanted: WantedStreams;
}

/** Where the sources are read from: a pipe for each, or the files at these paths. */
type ReadFrom = 'pipes' | readonly string[];

/**
 * ffmpeg's arguments for a run that reads each input once, and writes the file and the list of
 * packets (on standard output). Decoded media is discarded; only the decoders' complaints matter.
 */
export function arrivingArgv(
  inputs: readonly ArrivingInput[],
  run: Pick<FfmpegRun, 'options' | 'offsets' | 'inputs' | 'inputOptions'>,
  output: string,
  from: ReadFrom = 'pipes',
): string[] {
  const { options, offsets = [], inputOptions = [] } = run;
  const read = inputs.flatMap(({ decoded, probe, wanted }, index) => {
    const offset = offsets[index] ?? 0;
    const isFlac = wanted.includes('audio') && probe.streams.some(({ codec }) => codec === 'flac');
    return [
      ...(decoded !== 'none' ? ['-threads', String(THREADS), '-skip_loop_filter:v', 'all'] : []),
      ...(decoded === 'keys' ? ['-skip_frame:v', 'nokey'] : []),
      // By default, decoders ignore frame checksums.
      ...(decoded !== 'none' && isFlac ? ['-err_detect:a', 'crccheck'] : []),
      ...['-thread_queue_size', String(READ_AHEAD), ...LOCAL_ONLY],
      ...(offset === 0 ? [] : ['-itsoffset', String(offset)]),
      ...(inputOptions[index] ?? []),
      ...['-i', from === 'pipes' ? `pipe:${FIRST_PIPE + index}` : `file:${from[index]}`],
    ];
  });
  const more = (run.inputs ?? []).slice(inputs.length).flatMap((path, index) => {
    return [...LOCAL_ONLY, ...(inputOptions[inputs.length + index] ?? []), '-i', `file:${path}`];
  });
  const maps = inputs.map(({ wanted }, index) =>
    wanted.flatMap((type) => ['-map', `${index}:${type === 'video' ? 'V' : 'a'}:0?`]),
  );
  const decodes = maps.filter((_, index) => inputs[index]?.decoded !== 'none').flat();
  const filter = inputs.map(({ probe, wanted }) => filterFor(probe, wanted)).find(Boolean);
  return [
    ...['-nostdin', '-hide_banner', '-y', '-v', 'level+info', ...read, ...more],
    ...[...options, `file:${output}`],
    ...[...maps.flat(), '-c', 'copy', '-copyinkf', ...(filter ? ['-bsf:v', filter] : [])],
    ...['-f', 'framecrc', 'pipe:1'],
    ...(decodes.length > 0 ? [...decodes, '-f', 'null', '-'] : []),
  ];
}
