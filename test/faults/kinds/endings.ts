import { unmeasured } from '../origin/answer.js';
import { any, contentKind, type Kind, strike } from './kind.js';

/** Positions near the end, like those of a connection lost behind a cache. */
const shares = [0.97, 0.99, 0.998];
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const cutFile = (name: string, choose: readonly number[] | null): Kind =>
  contentKind(name, ({ random }, { body }) => {
    const share = choose === null ? random.fraction() : random.oneOf(choose);
    const end = Math.max(1, Math.floor(body.length * share));
    return { body: body.subarray(0, end), said: `ends at byte ${end}, ${percent(share)}` };
  });

export const ENDINGS: readonly Kind[] = [
  {
    name: 'ends early, cleanly, in chunks',
    fits: any,
    make: (setup) => {
      const { target, isOn, said } = strike(setup);
      const share = setup.random.oneOf([...shares, setup.random.fraction()]);
      const end = Math.max(1, Math.floor(target.body.length * share));
      return {
        detail: `${said}: no byte behind ${end}, ${percent(share)}`,
        alter: ({ asked, well }) => {
          if (!isOn(asked)) {
            return null;
          }
          const answer = unmeasured(well());
          const start = Number(
            /^bytes (\d+)/.exec(answer.headers['content-range'] ?? '')?.[1] ?? 0,
          );
          return { ...answer, body: answer.body.subarray(0, Math.max(0, end - start)) };
        },
      };
    },
  },
  cutFile('the file itself is cut near its end', [0.97, 0.99, 0.995, 0.998]),
  cutFile('the file itself is cut anywhere', null),
  {
    name: 'every connection is cut',
    fits: any,
    make: (setup) => {
      const { target, said } = strike(setup);
      const each = Math.max(2000, Math.floor(target.body.length / setup.random.between(2, 6)));
      return {
        detail: `${said.split(',')[0]}: after ${each} bytes`,
        alter: ({ asked, well }) =>
          asked.path === target.path ? { ...well(), cutAfter: each } : null,
      };
    },
  },
  {
    name: 'closes before the promised length',
    fits: any,
    manners: { length: 'told' },
    make: (setup) => {
      const { target, isOn, said } = strike(setup);
      const end = Math.floor(target.body.length * setup.random.fraction());
      return {
        detail: `${said}: at byte ${end}`,
        alter: ({ asked, well }) => {
          if (!isOn(asked)) {
            return null;
          }
          const answer = well();
          const start = Number(
            /^bytes (\d+)/.exec(answer.headers['content-range'] ?? '')?.[1] ?? 0,
          );
          return { ...answer, cutAfter: Math.max(0, Math.min(end - start, answer.body.length)) };
        },
      };
    },
  },
];
