import type { Role } from '../media/resource.js';
import { HTML, refusal } from '../origin/answer.js';
import { contentKind, inSegments, type Kind, mediaOf, strike } from './kind.js';

const MEDIA: Role[] = ['video', 'audio', 'muxed'];
const ofSegments = { fits: inSegments };

const content = (
  name: string,
  change: Parameters<typeof contentKind>[1],
  roles: Role[] = MEDIA,
): Kind => contentKind(name, change, { ...ofSegments, roles });

/**
 * Faults in segments: empty, truncated, wrong, swapped or missing ones, and wrong init segments and
 * keys.
 */
export const SEGMENTS: readonly Kind[] = [
  content('an empty segment', () => ({ body: Buffer.alloc(0), said: 'no bytes' })),
  content('a segment cut in half', ({ random }, { body }) => {
    const end = Math.floor(body.length * random.oneOf([0.25, 0.5, 0.9]));
    return { body: body.subarray(0, end), said: `${end} of ${body.length} bytes` };
  }),
  content('a segment cut in half, filled with zeros', ({ random }, { body }) => {
    const end = Math.floor(body.length * random.oneOf([0.25, 0.5, 0.9]));
    const filled = Buffer.from(body);
    filled.fill(0, end);
    return { body: filled, said: `zeros from ${end} of ${body.length}` };
  }),
  content('a segment of zeros', (_setup, { body }) => ({
    body: Buffer.alloc(body.length),
    said: `${body.length} zeros`,
  })),
  content('HTML in place of a segment', () => ({ body: HTML, said: 'HTML' })),
  content('another segment of the same stream', ({ random, source }, target) => {
    const others = mediaOf(source, [target.role]).filter(
      ({ path }) =>
        path !== target.path && path.replace(/\d+\./, '') === target.path.replace(/\d+\./, ''),
    );
    const instead = random.oneOf(others);
    return { body: instead.body, said: `that of ${instead.path}` };
  }),
  content('a segment of another rendition', (_setup, { body, other }) => ({
    body: other ?? Buffer.alloc(body.length),
    said: `${other?.length ?? 0} bytes instead of ${body.length}`,
  })),
  {
    name: 'two swapped segments',
    fits: inSegments,
    make: (setup) => {
      const { target } = strike(setup);
      const isSibling = (path: string): boolean =>
        path.replace(/\d+\./, '') === target.path.replace(/\d+\./, '');
      const siblings = mediaOf(setup.source).filter(
        ({ path }) => isSibling(path) && path !== target.path,
      );
      const second = setup.random.oneOf(siblings);
      const instead = new Map([
        [target.path, second.body],
        [second.path, target.body],
      ]);
      return {
        detail: `${target.path} and ${second.path}, always`,
        alter: ({ asked, well }) => {
          const body = instead.get(asked.path);
          return body === undefined ? null : well({ body });
        },
      };
    },
  },
  {
    name: 'a missing segment',
    fits: inSegments,
    make: (setup) => {
      const { isOn, said } = strike(setup);
      const status = setup.random.oneOf([404, 410, 403]);
      return {
        detail: `${said}: ${status}`,
        alter: ({ asked }) => (isOn(asked) ? refusal(status) : null),
      };
    },
  },
  content(
    'a wrong init segment',
    ({ random }, { body }) => {
      const isEmpty = random.chance(0.3);
      return isEmpty
        ? { body: Buffer.alloc(0), said: 'empty' }
        : { body: random.chance(0.5) ? HTML : body.subarray(0, body.length >> 1), said: 'no init' };
    },
    ['init'],
  ),
  content(
    'a wrong key',
    ({ random }, { body }) => {
      const wrong = Buffer.from(body);
      wrong[random.between(0, wrong.length - 1)]! ^= 1 << random.between(0, 7);
      return { body: wrong, said: 'one bit of it' };
    },
    ['key'],
  ),
];
