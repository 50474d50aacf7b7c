import type { Answer, Asked, Manners, Served } from '../origin/answer.js';
import type { Random } from '../random.js';
import type { Resource, Role } from '../media/resource.js';
import type { Shape, Source } from '../media/shapes.js';

/** What a fault is made from. */
export interface Setup {
  readonly random: Random;
  readonly source: Source;
  readonly manners: Manners;
}

/** A request that a fault may answer in its own way. */
export interface Request {
  readonly asked: Asked;
  readonly resource: Resource;
  /** The answer of a well-kept server, for the file as it is or as given. */
  readonly well: (served?: Partial<Served>) => Answer;
}

/** One fault, at its place and time. */
export interface Fault {
  /** Where, when and how much, so that a reader sees it before him. */
  readonly detail: string;
  /** Null: this request is answered well. */
  readonly alter: (request: Request) => Answer | null;
  /** Whose place another rendition takes for good: that is what the source has then, if all of it came. */
  readonly replaced?: Resource;
}

/** A kind of fault. */
export interface Kind {
  readonly name: string;
  readonly fits: (shape: Shape) => boolean;
  /** Habits of the server without which there is no such fault. */
  readonly manners?: Partial<Manners>;
  readonly make: (setup: Setup) => Fault;
  /** Not counted: what comes out may differ without anybody being able to see it. */
  readonly isUncounted?: true;
  /** Nothing that excuses an error. */
  readonly mustBeWhole?: true;
}

const MEDIA: readonly Role[] = ['video', 'audio', 'muxed'];

/** Asked for piece by piece, each of which has an address of its own. */
export const inSegments = ({ files }: Shape): boolean =>
  files.some(([pattern]) => pattern.includes('*') && !pattern.startsWith('fmp4-ranges'));

/** Asked for as plain files, in ranges where the server has them. */
export const inFiles = (shape: Shape): boolean => !inSegments(shape);
export const any = (): boolean => true;

/** The media of a source that a fault can strike. */
export const mediaOf = ({ resources }: Source, roles: readonly Role[] = MEDIA): Resource[] =>
  resources.filter(({ role }) => roles.includes(role));

interface Struck {
  readonly target: Resource;
  /** True while the fault is on. */
  readonly isOn: (asked: Asked) => boolean;
  readonly said: string;
}

/** What is asked for in one piece has no later ranges: the first request asks for a MiB. */
const SEVERAL_RANGES = 1.5 * 1024 * 1024;

/** The files of a source that are asked for in several ranges. */
export const inRanges = ({ body }: Resource): boolean => body.length > SEVERAL_RANGES;

/**
 * Chooses a file, and whether the fault is there for ever or for the first answers only.
 * @param roles of which; all media unless told. @param suits preferred ones.
 */
export const strike = (
  { random, source }: Setup,
  roles?: readonly Role[],
  suits: (resource: Resource) => boolean = () => true,
): Struck => {
  const all = mediaOf(source, roles);
  const suited = all.filter(suits);
  const target = random.oneOf(suited.length > 0 ? suited : all);
  const times = random.chance(0.6) ? Infinity : random.between(1, 2);
  return {
    target,
    isOn: ({ path, count }) => path === target.path && count <= times,
    said: `${target.path}, ${times === Infinity ? 'always' : `first ${times} answers`}`,
  };
};

/** A kind that serves its file as another one, as long as it is on. */
export const contentKind = (
  name: string,
  change: (setup: Setup, target: Resource) => { readonly body: Buffer; readonly said: string },
  { fits = any, roles, ...rest }: Partial<Omit<Kind, 'name' | 'make'>> & { roles?: Role[] } = {},
): Kind => ({
  name,
  fits: (shape) =>
    fits(shape) && (roles === undefined || shape.files.some(([, role]) => roles.includes(role))),
  ...rest,
  make: (setup) => {
    const { target, isOn, said } = strike(setup, roles);
    const changed = change(setup, target);
    return {
      detail: `${said}: ${changed.said}`,
      alter: ({ asked, well }) => (isOn(asked) ? well({ body: changed.body }) : null),
    };
  },
});
