import { KINDS, NOTHING, SLOW } from '../kinds/kinds.js';
import type { Fault, Kind } from '../kinds/kind.js';
import type { Resource } from '../media/resource.js';
import { loadSource, manifestOf, type Shape, SHAPES, type Source } from '../media/shapes.js';
import { type Answer, answerOf, type Asked, type Manners, type Served } from '../origin/answer.js';
import type { Site } from '../origin/hostile-origin.js';
import { type Random, randomFrom } from '../random.js';

/** Rows of cases, each numbered from 0. */
export type Row = 'well' | 'fault' | 'slow' | 'relay';

export interface Case {
  /** For example `fault-17`. Together with the seed, the id determines the whole case. */
  readonly id: string;
  readonly kind: Kind;
  readonly shape: Shape;
  readonly manners: Manners;
  /** Continues the sequence after the choices above. */
  readonly random: Random;
  readonly load: (clips: string) => Promise<Source>;
}

const ROWS: Readonly<Record<Row, { kinds: readonly Kind[]; by: Shape['by'] }>> = {
  well: { kinds: [NOTHING], by: 'task' },
  fault: { kinds: KINDS, by: 'task' },
  slow: { kinds: SLOW, by: 'task' },
  relay: { kinds: KINDS, by: 'relay' },
};

export const mannersOf = (random: Random): Manners => ({
  ranges: random.chance(0.75),
  etag: random.oneOf(['strong', 'strong', 'weak', 'none', 'dropped']),
  length: random.chance(0.8) ? 'told' : 'chunked',
  keepAlive: random.chance(0.8),
  saysSize: random.chance(0.4),
  viaPage: random.chance(0.25),
});

export const loader =
  (shape: Shape) =>
  (clips: string): Promise<Source> =>
    loadSource(shape, clips);

/**
 * The case at an index of a row, always the same for a seed. Kinds take turns, and shapes are
 * chosen at random.
 */
export function caseOf(seed: string, row: Row, index: number): Case {
  const { kinds, by } = ROWS[row];
  const fitting = kinds.filter(({ fits }) =>
    SHAPES.some((shape) => shape.by === by && fits(shape)),
  );
  const kind = fitting[index % fitting.length] as Kind;
  const random = randomFrom(`${seed} ${row} ${index}`);
  const shapes = SHAPES.filter((one) => one.by === by && kind.fits(one));
  // With only one kind, shapes take turns.
  const shape =
    fitting.length === 1 ? (shapes[index % shapes.length] as Shape) : random.oneOf(shapes);
  const drawn = { ...mannersOf(random), ...kind.manners };
  const manners = shape.name.startsWith('HLS in ranges') ? { ...drawn, ranges: true } : drawn;
  return { id: `${row}-${index}`, kind, shape, manners, random, load: loader(shape) };
}

const PAGE = 'watch.html';
const MANIFEST = 'manifest.mpd';

/** The path of the pasted link, relative to the case's URL. */
export const linkOf = ({ shape, manners }: Case): string =>
  manners.viaPage || shape.entry === 'page' ? PAGE : (shape.playlist ?? MANIFEST);

const text = (body: string, type: string): Served => ({
  body: Buffer.from(body),
  type,
  tag: 'page',
});

const escaped = (title: string): string =>
  title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function page({ shape }: Case): Served {
  const [file = '', role] = shape.files[0] ?? [];
  const tag = role === 'audio' ? 'audio' : 'video';
  const player = {
    page: `<${tag} controls src="${file}"></${tag}>`,
    mpd: `<video><source src="${shape.playlist ?? MANIFEST}" type="application/dash+xml"></video>`,
    hls: `<video><source src="${shape.playlist ?? ''}" type="application/x-mpegURL"></video>`,
  }[shape.entry];
  return text(
    `<!doctype html><title>${escaped(shape.title ?? 'A clip')}</title><body>${player}</body>`,
    'text/html',
  );
}

/** How pages and manifests are served, because only media depends on the random choices. */
const PLAIN: Manners = {
  ranges: false,
  etag: 'none',
  length: 'told',
  keepAlive: true,
  saysSize: false,
  viaPage: false,
};

/**
 * The site of a case: correct pages and manifests, and media with the fault. @param fault the
 * fault; null for none
 */
export function siteOf(one: Case, source: Source, fault: Fault | null): Site {
  const byPath = new Map(source.resources.map((resource) => [resource.path, resource]));
  return (asked) => {
    if (asked.path === PAGE) {
      return answerOf(page(one), asked, PLAIN);
    }
    if (asked.path === MANIFEST) {
      const query = one.kind.name === 'addresses that expire' ? `?reading=${asked.count}` : '';
      const manifest = manifestOf(source, { saysSize: one.manners.saysSize, query });
      return answerOf(text(manifest, 'application/dash+xml'), asked, PLAIN);
    }
    const resource = byPath.get(asked.path);
    return resource === undefined ? null : fileAnswer(asked, resource, { one, fault });
  };
}

function fileAnswer(
  asked: Asked,
  resource: Resource,
  { one, fault }: { one: Case; fault: Fault | null },
): Answer {
  const isPlain = resource.role === 'playlist';
  const { body, type, path } = resource;
  const well = (served: Partial<Served> = {}): Answer =>
    answerOf(
      { body, type, tag: `tag of ${path}`, ...served },
      asked,
      isPlain ? PLAIN : one.manners,
    );
  return fault?.alter({ asked, resource, well }) ?? well();
}
