import { contentsDiffer, timesDiffer } from './compare.js';
import {
  type Decoded,
  decode,
  type Extent,
  type Index,
  readIndex,
  type Times,
  type Wanted,
} from './decode.js';

/** The undamaged media: one file for both streams, or one for each. */
export interface Original {
  readonly pictures: string | null;
  readonly sounds: string | null;
}

const originals = new Map<string, Promise<unknown>>();

/** Caches results. Originals never change, so each is read and decoded only once. */
function once<T>(key: string, work: () => Promise<T>): Promise<T> {
  const known = originals.get(key) as Promise<T> | undefined;
  const result = known ?? work();
  originals.set(key, result);
  return result;
}

const indexOf = (file: string): Promise<Index> => once(`index ${file}`, () => readIndex(file));

async function contentsOf({ pictures, sounds }: Original, extent: Extent): Promise<Decoded> {
  const part = (file: string | null, wanted: Wanted): Promise<Decoded> | null =>
    file === null
      ? null
      : once(`${extent} ${JSON.stringify(wanted)} ${file}`, async () => {
          const { isMp4 } = await indexOf(file);
          return decode(file, { isMp4, wanted, extent });
        });
  const [seen, heard] = await Promise.all([
    part(pictures, { pictures: true, sounds: false }),
    part(sounds, { pictures: false, sounds: true }),
  ]);
  return { pictures: seen?.pictures ?? [], sounds: heard?.sounds ?? [] };
}

async function timesOf({ pictures, sounds }: Original, extent: Extent): Promise<Times> {
  const part = (file: string | null): Promise<Index> | null =>
    file === null ? null : indexOf(file);
  const [seen, heard] = await Promise.all([part(pictures), part(sounds)]);
  return {
    pictures: seen?.times[extent].pictures ?? [],
    sounds: heard?.times[extent].sounds ?? [],
  };
}

/**
 * Compares a decoded file with its original.
 * @returns descriptions of the differences; empty if the file is complete
 */
export async function differences(file: string, original: Original): Promise<string[]> {
  const wanted = { pictures: original.pictures !== null, sounds: original.sounds !== null };
  const index = await readIndex(file).catch(() => null);
  if (index === null) {
    return ['it is not media'];
  }
  const missing = [
    ...(wanted.pictures && !index.has.pictures ? ['it has no video'] : []),
    ...(wanted.sounds && !index.has.sounds ? ['it has no audio'] : []),
  ];
  if (missing.length > 0) {
    return missing;
  }
  const contents = await compareContents(file, original, { wanted, isMp4: index.isMp4 });
  if (contents.equal === null) {
    return contents.differences;
  }
  const { pictures, sounds } = index.times[contents.equal];
  return timesDiffer(await timesOf(original, contents.equal), {
    pictures: wanted.pictures ? pictures : [],
    sounds: wanted.sounds ? sounds : [],
  });
}

/** The extent in which two contents are equal; if there is none, the differences. */
type Compared =
  | { readonly equal: Extent }
  | { readonly equal: null; readonly differences: string[] };

async function compareContents(
  file: string,
  original: Original,
  { wanted, isMp4 }: { wanted: Wanted; isMp4: boolean },
): Promise<Compared> {
  let first: string[] | null = null;
  try {
    // Frames that are never shown may be missing from a good file.
    for (const extent of ['all', 'shown'] as const) {
      const found = contentsDiffer(
        await contentsOf(original, extent),
        await decode(file, { isMp4, wanted, extent }),
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
