import { contentsDiffer, timesDiffer } from './compare.js';
import {
  type Decoded,
  decode,
  type Extent,
  readTimes,
  streamsOf,
  type Times,
  type Wanted,
} from './decode.js';

/** The undamaged media: one file with both, or one for each. */
export interface Original {
  readonly pictures: string | null;
  readonly sounds: string | null;
}

const originals = new Map<string, Promise<unknown>>();

/** What is asked of an original is worked out once. */
function once<T>(key: string, work: () => Promise<T>): Promise<T> {
  const known = originals.get(key) as Promise<T> | undefined;
  const result = known ?? work();
  originals.set(key, result);
  return result;
}

const PICTURES: Wanted = { pictures: true, sounds: false };
const SOUNDS: Wanted = { pictures: false, sounds: true };

async function contentsOf({ pictures, sounds }: Original, extent: Extent): Promise<Decoded> {
  const part = (file: string | null, wanted: Wanted): Promise<Decoded> =>
    file === null
      ? Promise.resolve({ pictures: [], sounds: [] })
      : once(`${extent} ${JSON.stringify(wanted)} ${file}`, () => decode(file, wanted, extent));
  const [seen, heard] = await Promise.all([part(pictures, PICTURES), part(sounds, SOUNDS)]);
  return { pictures: seen.pictures, sounds: heard.sounds };
}

async function timesOf({ pictures, sounds }: Original, extent: Extent): Promise<Times> {
  const part = (file: string | null, wanted: Wanted): Promise<Times> =>
    file === null
      ? Promise.resolve({ pictures: [], sounds: [] })
      : once(`times ${extent} ${JSON.stringify(wanted)} ${file}`, () =>
          readTimes(file, wanted, extent),
        );
  const [seen, heard] = await Promise.all([part(pictures, PICTURES), part(sounds, SOUNDS)]);
  return { pictures: seen.pictures, sounds: heard.sounds };
}

/**
 * Compares a file with what its source has, all of it decoded.
 * @returns in words what differs; nothing when it is whole.
 */
export async function differences(file: string, original: Original): Promise<string[]> {
  const wanted = { pictures: original.pictures !== null, sounds: original.sounds !== null };
  const there = await streamsOf(file).catch(() => null);
  if (there === null) {
    return ['it is no media'];
  }
  const missing = [
    ...(wanted.pictures && !there.pictures ? ['it has no picture'] : []),
    ...(wanted.sounds && !there.sounds ? ['it has no sound'] : []),
  ];
  if (missing.length > 0) {
    return missing;
  }
  const contents = await compareContents(file, original, wanted);
  if (contents.equal === null) {
    return contents.differences;
  }
  const { equal } = contents;
  return timesDiffer(await timesOf(original, equal), await readTimes(file, wanted, equal));
}

/** In which extent two contents are equal; if in none, what differs, in words. */
type Compared =
  { readonly equal: Extent } | { readonly equal: null; readonly differences: string[] };

async function compareContents(
  file: string,
  original: Original,
  wanted: Wanted,
): Promise<Compared> {
  let first: string[] | null = null;
  try {
    // What is never shown may have been left out.
    for (const extent of ['all', 'shown'] as const) {
      const found = contentsDiffer(
        await contentsOf(original, extent),
        await decode(file, wanted, extent),
      );
      if (found.length === 0) {
        return { equal: extent };
      }
      first ??= found;
    }
    return { equal: null, differences: first ?? [] };
  } catch (error) {
    return { equal: null, differences: [`it cannot be decoded: ${String(error).slice(0, 300)}`] };
  }
}
