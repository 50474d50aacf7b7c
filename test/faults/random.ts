/** Reproducible randomness. Equal seeds give equal choices. */
export interface Random {
  /** Returns a number of at least 0 and less than 1. */
  readonly fraction: () => number;
  /** Returns a whole number between the bounds, inclusive. */
  readonly between: (least: number, most: number) => number;
  /** Returns a random element. @throws RangeError if there are none */
  readonly oneOf: <T>(choices: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
}

/** Hashes a string into a number (FNV-1a), so that each `seed:index` starts a separate sequence. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value;
}

/** A generator (mulberry32) seeded with a text. */
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
