import type { Answer, Asked, Manners, Served } from '../origin/answer.js';
import type { Random } from '../random.js';
import type { Resource, Role } from '../media/resource.js';
import type { Shape, Source } from '../media/shapes.js';

export interface Setup {
  readonly random: Random;
  readonly source: Source;
  readonly manners: Manners;
}

export interface Request {
  readonly asked: Asked;
  readonly resource: Resource;
  /** A correct server's response, for the file itself or the given one. */
  readonly well: (served?: Partial<Served>) => Answer;
}

/** One fault, at a certain place and time. */
export interface Fault {
  /** A readable description that states where, when and how much. */
  readonly detail: string;
  /** Null to respond to this request correctly. */
  readonly alter: (request: Request) => Answer | null;
  /** Another rendition that permanently replaces a file and then counts as the original. */
  readonly replaced?: Resource;
}

export interface Kind {
  readonly name: string;
  readonly fits: (shape: Shape) => boolean;
  readonly manners?: Partial<Manners>;
  readonly make: (setup: Setup) => Fault;
  /** Set if the result may differ without being detectable, so that it is not counted. */
  readonly isUncounted?: true;
  /** Set if not even an error is acceptable. */
  readonly mustBeWhole?: true;
}

const MEDIA: readonly Role[] = ['video', 'audio', 'muxed'];

export const inSegments = ({ files }: Shape): boolean =>
  files.some(([pattern]) => pattern.includes('*') && !pattern.startsWith('fmp4-ranges'));

/** True if the media is fetched as plain files, in ranges if the server supports them. */
export const inFiles = (shape: Shape): boolean => !inSegments(shape);
export const any = (): boolean => true;

export const mediaOf = ({ resources }: Source, roles: readonly Role[] = MEDIA): Resource[] =>
  resources.filter(({ role }) => roles.includes(role));

interface Struck {
  readonly target: Resource;
  readonly isOn: (asked: Asked) => boolean;
  readonly said: string;
}

/** A larger file is fetched in several ranges, because the first request asks for 1 MiB. */
const SEVERAL_RANGES = 1.5 * 1024 * 1024;

export const inRanges = ({ body }: Resource): boolean => body.length > SEVERAL_RANGES;

/**
 * Chooses a file, and whether the fault is permanent or limited to the first responses.
 * @param roles candidates; all media by default @param suits selects preferred files
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

/** A kind that serves different content in place of a file while the fault is active. */
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
