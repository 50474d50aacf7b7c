import { readFileSync } from 'node:fs';

/** Strings that parsers have trouble with. Each is repeated up to the required length. */
const UNITS: readonly string[] = [
  ...' \t\n,;:.!?-_=/\\\'"`()[]{}<>@#%&*+~|^$0aA中ー',
  ...[
    '\r\n',
    '\u00A0',
    '\u0301',
    '\uD800',
    '()',
    '[]',
    '{}',
    '""',
    '\\"',
    'a ',
    ' a',
    'a,',
    'a=b,',
    'a="',
    '=,',
  ],
  ...[
    '://',
    'https://',
    'https://a/',
    '?a=b&',
    '%41',
    '%25',
    '&amp;',
    '&#',
    '&#1;',
    '1:',
    '00:01 ',
    '-->',
  ],
  ...[
    '<a',
    '<a>',
    '</a>',
    '<a b=c ',
    '<!--',
    '<![CDATA[',
    '<?x',
    '<br/>',
    '<item><author>a@b',
    '<p begin="1s">',
  ],
  ...[
    '[1],',
    '{"a":',
    '"a":1,',
    '#EXTINF:1,\na\n',
    '#EXT-X-KEY:',
    '@a',
    'a@',
    '0:00)-\t',
    '{\\',
    '\\p',
    'x\n\n',
  ],
];

/** Hostile inputs of about this length, meant to slow a parser down. */
export function hostileTexts(length: number): [unit: string, text: string][] {
  return UNITS.map((unit) => [JSON.stringify(unit), unit.repeat(Math.ceil(length / unit.length))]);
}

/**
 * The longest time that one input may block the event loop, in multiples of `referenceMs()`: about
 * 300 ms on a machine with two slow cores. Limits in milliseconds failed on slower machines.
 */
export const LONGEST_HOLD = 10;

const REFERENCE = JSON.stringify(
  Array.from({ length: 100_000 }, (_, at) => ({ at, name: `${at}` })),
);

/**
 * Returns how fast the machine currently is: the CPU time in milliseconds that this thread takes to
 * parse a fixed JSON text of 2.3 MB. About 30 ms on two slow cores.
 */
export function referenceMs(): number {
  const start = threadMs();
  JSON.parse(REFERENCE);
  return threadMs() - start;
}

/**
 * Returns the CPU time of this thread, or of a process's first thread, in milliseconds. Falls back
 * to the time of day where the system does not count it (only Linux does).
 */
export function threadMs(pid?: number): number {
  const folder = pid === undefined ? 'thread-self' : `${pid}/task/${pid}`;
  try {
    return Number(readFileSync(`/proc/${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * Measures how long some work blocked everything else and how long it took in total, in
 * milliseconds of this thread's CPU time. Other work on the machine barely increases these times.
 */
export async function measureBlocking(
  work: () => unknown,
): Promise<{ longest: number; total: number }> {
  let [longest, isOver] = [0, false];
  let turn = threadMs();
  const look = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - turn);
    turn = now;
    if (!isOver) {
      setImmediate(look);
    }
  };
  const start = threadMs();
  setImmediate(look);
  try {
    await work();
  } catch {
    // Rejecting the input is also fine.
  }
  const total = threadMs() - start;
  await new Promise<void>((resolve) => setImmediate(resolve));
  isOver = true;
  return { longest: Math.max(longest, threadMs() - turn), total };
}

/**
 * Returns how long some work blocked everything else, in multiples of `referenceMs()`. Garbage
 * collection, cold caches and a busy machine can only add time, so this is the minimum of up to
 * four tries, each compared with the machine's speed just before and after it.
 */
export async function leastHold(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 4 && least >= LONGEST_HOLD; tries += 1) {
    const before = referenceMs();
    const { longest } = await measureBlocking(work);
    least = Math.min(least, longest / Math.max(before, referenceMs()));
  }
  return least;
}
