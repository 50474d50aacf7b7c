import {
  type AnyRecipe,
  CheckedFiles,
  FileMaker,
  type FilePlan,
  Injectable,
  type Made,
  type MakeContext,
  type Maker,
  type SourceFormat,
  type Streams,
} from '@dipper/api';
import * as z from 'zod';

export const LOUDER = 'louder';

/** The bitrate of the files, in bits per second. */
const BITRATE = 128_000;
/** Space for what is not audio. */
const SPARE_BYTES = 1_000_000;
/** Assumed if neither the page nor the file states a duration. */
const LONGEST_SECONDS = 6 * 3600;
/** The slowest encoding allowed, in seconds of processor time per second of audio. */
const SLOWEST = 0.2;

export interface Louder extends AnyRecipe {
  readonly kind: typeof LOUDER;
  readonly source: SourceFormat;
  /** Null if the page does not state it. */
  readonly durationSeconds: number | null;
}

/** Makes the audio of an item louder. */
@Injectable()
@FileMaker()
export class LouderMaker implements Maker<Louder> {
  readonly kind = LOUDER;
  readonly schema = z.object({
    kind: z.literal(LOUDER),
    ...{ pageUrl: z.string(), title: z.string(), fileName: z.string() },
    ...{ source: z.custom<SourceFormat>(), durationSeconds: z.number().nullable() },
  });

  constructor(private readonly files: CheckedFiles) {}

  sources({ source }: Louder): SourceFormat[] {
    return [source];
  }

  isAudio(): boolean {
    return true;
  }

  roomFor(sourceBytes: number, { durationSeconds }: Louder): number {
    return sourceBytes + bytesAt(durationSeconds ?? LONGEST_SECONDS);
  }

  shareKey({ source }: Louder): string {
    return `${LOUDER} ${source.url}`;
  }

  /** Fetches the source, encodes it and verifies both; once more if either is not good. */
  make(recipe: Louder, context: MakeContext): Promise<Made> {
    return this.files.make(planFor(recipe), context);
  }
}

function planFor(recipe: Louder): FilePlan {
  const seconds = ({ probes: [probe] }: Streams): number =>
    probe?.durationSeconds ?? recipe.durationSeconds ?? LONGEST_SECONDS;
  return {
    sources: [recipe.source],
    page: recipe,
    ext: 'm4a',
    wanted: () => ['audio'],
    // Encoding decodes the whole source, so the check need not decode it again.
    decodes: () => true,
    roomFor: (streams) => (streams.sources[0]?.bytes ?? 0) + bytesAt(seconds(streams)),
    write: (streams, output) =>
      output.mux({
        options: [
          ...['-map', '0:a:0', '-af', 'volume=6dB', '-map_metadata', '-1'],
          ...['-c:a', 'aac', '-b:a', String(BITRATE), '-f', 'ipod'],
        ],
        seconds: seconds(streams),
        // The default limits are those of a copy.
        bounds: { cpuSeconds: 60 + seconds(streams) * SLOWEST },
      }),
    // The file must be as long as the source. Its packets are others, so they are not counted.
    expected: ({ probes }) => ({
      ...{ video: 'no', audio: 'yes', pageDuration: recipe.durationSeconds },
      sources: probes.map((probe) => ({
        ...probe,
        streams: probe.streams
          .filter(({ type }) => type === 'audio')
          .map((stream) => ({ ...stream, frames: null })),
      })),
    }),
  };
}

function bytesAt(seconds: number): number {
  return (seconds * BITRATE) / 8 + SPARE_BYTES;
}
