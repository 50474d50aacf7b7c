/** Repeatable chance: the same seed gives the same row of choices. */
export interface Random {
  /** From 0 up to 1, which never comes. */
  readonly fraction: () => number;
  /** A whole number, both bounds included. */
  readonly between: (least: number, most: number) => number;
  /** One of them. @throws RangeError when there is none. */
  readonly oneOf: <T>(choices: readonly T[]) => T;
  /** True that often. */
  readonly chance: (probability: number) => boolean;
}

/** A number for any text (FNV-1a), so that `seed:index` can start a row of its own. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value;
}

/** A generator (mulberry32) that starts from a text. */
export function randomFrom(seed: string): Random {
  let state = hash(seed);
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    oneOf: (choices) => {
      if (choices.length === 0) {
        throw new RangeError('nothing to choose from');
      }
      return choices[between(0, choices.length - 1)] as (typeof choices)[number];
    },
    chance: (probability) => fraction() < probability,
  };
}
