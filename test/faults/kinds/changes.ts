import { type Answer, HTML, withBody, without } from '../origin/answer.js';
import { contentKind, inFiles, inRanges, type Kind, type Setup, strike } from './kind.js';

/** The other rendition's bytes, cut or padded to a length. */
const fitted = (other: Buffer, length: number): Buffer =>
  Buffer.concat([other.subarray(0, length), Buffer.alloc(Math.max(0, length - other.length))]);

const startOf = ({ headers }: Answer): number =>
  Number(/^bytes (\d+)/.exec(headers['content-range'] ?? '')?.[1] ?? 0);

/** The ETag in responses with the other rendition. */
const tags = ['same', 'same', 'new', 'dropped'] as const;

const laterRanges = (name: string, change: (answer: Answer, setup: Setup) => Answer): Kind => ({
  name,
  fits: inFiles,
  manners: { ranges: true },
  make: (setup) => {
    const { isOn, said } = strike(setup, undefined, inRanges);
    return {
      detail: `${said}: responses that do not begin at the start`,
      alter: ({ asked, well }) => {
        const answer = well();
        return isOn(asked) && answer.status === 206 && startOf(answer) > 0
          ? change(answer, setup)
          : null;
      },
    };
  },
});

export const CHANGES: readonly Kind[] = [
  contentKind(
    'another file from the middle onwards',
    ({ random }, { body, other }) => {
      const at = Math.floor(body.length * random.fraction());
      const rest = fitted(other ?? Buffer.alloc(body.length), body.length).subarray(at);
      return { body: Buffer.concat([body.subarray(0, at), rest]), said: `from byte ${at} on` };
    },
    { fits: inFiles },
  ),
  {
    name: 'another file after some requests',
    fits: inFiles,
    make: (setup) => {
      const { target } = strike(setup, undefined, inRanges);
      const from = setup.random.between(2, 4);
      const keepsSize = setup.random.chance(0.6);
      const tag = setup.random.oneOf(tags);
      const other = target.other ?? Buffer.alloc(target.body.length);
      const body = keepsSize ? fitted(other, target.body.length) : other;
      return {
        detail: `${target.path}: from request ${from} on, ${keepsSize ? 'same' : 'its own'} size, ETag ${tag}`,
        ...(target.other === null ? {} : { replaced: target }),
        alter: ({ asked, well }) => {
          if (asked.path !== target.path) {
            return null;
          }
          // Without ranges, there is a second request only after a broken connection.
          if (asked.count < from) {
            const answer = well();
            return { ...answer, cutAfter: Math.ceil(answer.body.length / 2) };
          }
          const answer = well({ body, ...(tag === 'new' ? { tag: 'another' } : {}) });
          return tag === 'dropped' ? without(answer, 'etag') : answer;
        },
      };
    },
  },
  laterRanges('HTML in place of later ranges', (answer, { random }) => {
    const isShort = random.chance(0.3);
    const fill = Buffer.alloc(answer.body.length, HTML);
    return isShort ? withBody(answer, HTML) : { ...answer, body: fill };
  }),
  {
    name: 'bytes from a different offset than in Content-Range',
    fits: inFiles,
    manners: { ranges: true },
    make: (setup) => {
      const { target, isOn, said } = strike(setup, undefined, inRanges);
      const shift = setup.random.oneOf([1, 512, 65_536, 300_000]);
      return {
        detail: `${said}: ${shift} bytes before`,
        alter: ({ asked, well }) => {
          const answer = well();
          const start = startOf(answer);
          if (!isOn(asked) || answer.status !== 206 || start === 0) {
            return null;
          }
          const from = Math.max(0, start - shift);
          return { ...answer, body: target.body.subarray(from, from + answer.body.length) };
        },
      };
    },
  },
  laterRanges('Content-Range from the start', (answer) => ({
    ...answer,
    headers: {
      ...answer.headers,
      'content-range': (answer.headers['content-range'] ?? '').replace(
        /bytes \d+-\d+/,
        `bytes 0-${answer.body.length - 1}`,
      ),
    },
  })),
  laterRanges('a total that changes', (answer, { random }) => ({
    ...answer,
    headers: {
      ...answer.headers,
      'content-range': (answer.headers['content-range'] ?? '').replace(/\d+$/, (total) =>
        String(Number(total) + random.between(1, 5000)),
      ),
    },
  })),
  laterRanges('a media type that changes', (answer, { random }) => ({
    ...answer,
    headers: {
      ...answer.headers,
      'content-type': random.oneOf(['text/html', 'text/plain', 'video/x-flv', 'image/png']),
    },
  })),
];
