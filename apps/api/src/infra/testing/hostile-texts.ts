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

/** The processor time used, milliseconds. Other work on the machine does not increase it. */
function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/**
 * Measures how long some work blocked everything else and how long it took in total, in
 * milliseconds of processor time. Other work on the machine does not increase these times.
 */
export async function measureBlocking(
  work: () => unknown,
): Promise<{ longest: number; total: number }> {
  let [longest, isOver] = [0, false];
  let turn = process.cpuUsage();
  const look = (): void => {
    longest = Math.max(longest, cpuMs(turn));
    turn = process.cpuUsage();
    if (!isOver) {
      setImmediate(look);
    }
  };
  const start = process.cpuUsage();
  setImmediate(look);
  try {
    await work();
  } catch {
    // Rejecting the input is fine, too.
  }
  const total = cpuMs(start);
  await new Promise<void>((resolve) => setImmediate(resolve));
  isOver = true;
  return { longest: Math.max(longest, cpuMs(turn)), total };
}
