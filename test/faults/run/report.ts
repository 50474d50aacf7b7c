import type { Outcome, Result } from './run-case.js';

const OUTCOMES: readonly Outcome[] = ['whole', 'error', 'bad', 'hung', 'passed on'];

export const lineOf = ({ id, kind, shape, detail, outcome, said, milliseconds }: Result): string =>
  `${outcome.padEnd(9)} ${id.padEnd(10)} ${(milliseconds / 1000).toFixed(1).padStart(5)} s  ${kind} | ${shape} | ${detail}${said === '' ? '' : ` => ${said}`}`;

export const sentenceOf = (result: Result, seed: string): string => {
  const { id, kind, shape, detail, outcome, said } = result;
  const flag = id.startsWith('good') ? ' -- --good' : '';
  return `${kind} at ${shape} (${detail}) came out ${outcome}: ${said} [FAULTS_SEED=${seed} FAULTS_ONLY=${id} npm run test:faults${flag}]`;
};

const count = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  items.forEach((item) => groups.set(key(item), [...(groups.get(key(item)) ?? []), item]));
  return groups;
};

export const tableOf = (results: readonly Result[], key: 'kind' | 'shape'): string => {
  const shown = OUTCOMES.filter((outcome) => results.some((result) => result.outcome === outcome));
  const rows = [...count(results, (result) => result[key])].sort(([a], [b]) => a.localeCompare(b));
  const row = (name: string, some: readonly Result[]): string => {
    const cells = shown.map((outcome) =>
      String(some.filter((result) => result.outcome === outcome).length || '·').padStart(10),
    );
    const codes = [
      ...count(
        some.filter(({ outcome }) => outcome === 'error'),
        ({ said }) => said,
      ),
    ]
      .map(([code, all]) => `${code} ${all.length}`)
      .join(', ');
    return `${name.padEnd(44)}${cells.join('')}  ${codes}`;
  };
  return [
    `${key.padEnd(44)}${shown.map((outcome) => outcome.padStart(10)).join('')}`,
    ...rows.map(([name, some]) => row(name, some)),
    row('all', results),
  ].join('\n');
};

export const failuresOf = (results: readonly Result[]): Result[] =>
  results.filter(
    ({ outcome, isCounted, mustBeWhole }) =>
      isCounted &&
      (outcome === 'bad' || outcome === 'hung' || (mustBeWhole && outcome !== 'whole')),
  );
