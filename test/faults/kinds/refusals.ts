import { refusal } from '../origin/answer.js';
import { any, type Kind, strike } from './kind.js';

export const REFUSALS: readonly Kind[] = [
  {
    name: 'addresses that expire',
    fits: ({ entry, playlist }) => entry === 'mpd' && playlist === undefined,
    make: (setup) => {
      const { target } = strike(setup);
      const life = Math.ceil(target.body.length * setup.random.fraction());
      const given = new Map<number, number>();
      let spent = Infinity;
      return {
        detail: `${target.path}: 403 after ${life} bytes; the page read again gives good addresses`,
        alter: ({ asked, well }) => {
          const reading = Number(asked.query.get('reading') ?? 0);
          if (asked.path !== target.path || reading > spent) {
            return null;
          }
          const had = given.get(reading) ?? 0;
          if (had >= life) {
            spent = Math.min(spent, reading);
            return refusal(403);
          }
          const answer = well();
          const bytes = Math.min(life - had, answer.body.length);
          given.set(reading, had + bytes);
          return { ...answer, cutAfter: bytes };
        },
      };
    },
  },
  {
    name: 'a burst of refusals',
    fits: any,
    make: (setup) => {
      const { target } = strike(setup);
      const times = setup.random.between(1, 3);
      const status = setup.random.oneOf([429, 503, 500, 502]);
      return {
        detail: `${target.path}: ${status}, ${times} times`,
        alter: ({ asked }) =>
          asked.path === target.path && asked.count <= times
            ? refusal(status, { 'retry-after': '1' })
            : null,
      };
    },
  },
  {
    name: 'redirects',
    fits: any,
    make: ({ random }) => {
      const hops = random.between(1, 4);
      const status = random.oneOf([301, 302, 303, 307, 308]);
      return {
        detail: `all media: ${hops} × ${status}`,
        alter: ({ asked, resource }) => {
          const hop = Number(asked.query.get('hop') ?? 0);
          const isMedia = ['video', 'audio', 'muxed'].includes(resource.role);
          if (!isMedia || hop >= hops) {
            return null;
          }
          const query = new URLSearchParams(asked.query);
          query.set('hop', String(hop + 1));
          const name = asked.path.split('/').at(-1) ?? '';
          return refusal(status, { location: `${name}?${query.toString()}` });
        },
      };
    },
  },
  {
    name: 'permanently gone',
    fits: any,
    make: (setup) => {
      const { target, said } = strike(setup);
      const status = setup.random.oneOf([403, 404, 410, 500, 451]);
      return {
        detail: `${said.split(',')[0]}: always ${status}`,
        alter: ({ asked }) => (asked.path === target.path ? refusal(status) : null),
      };
    },
  },
];

/** Faults that last until the server gives up on a silent source. Runs include few of them. */
export const SLOW: readonly Kind[] = [
  {
    name: 'stalls',
    fits: any,
    make: (setup) => {
      const { target, isOn, said } = strike(setup);
      const at = Math.floor(target.body.length * setup.random.fraction());
      return {
        detail: `${said}: nothing comes after ${at} bytes of a response`,
        alter: ({ asked, well }) => {
          const answer = well();
          return isOn(asked) ? { ...answer, stallAfter: Math.min(at, answer.body.length) } : null;
        },
      };
    },
  },
  {
    name: 'a byte a second',
    fits: any,
    make: (setup) => {
      const { target } = strike(setup);
      const times = setup.random.between(1, 2);
      return {
        detail: `${target.path}, first ${times} answers`,
        alter: ({ asked, well }) =>
          asked.path === target.path && asked.count <= times
            ? { ...well(), bytesPerSecond: 20 }
            : null,
      };
    },
  },
];
