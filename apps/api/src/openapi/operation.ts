import type { ErrorCode, KeyScope } from '@dipper/contract';
import type * as z from 'zod/mini';

type Method = 'get' | 'post' | 'put' | 'delete';

/** The sections of the reference, in their order. */
export const TAGS = {
  search: 'Reading a link',
  tasks: 'Making a file',
  relay: 'Relay',
  links: 'Short links',
  accounts: 'Accounts',
  history: 'History',
  keys: 'API keys and webhooks',
  feed: 'Podcast feed',
  server: 'Site and health',
} as const;

/** A successful reply. Errors are listed by their codes. */
export interface Reply {
  readonly status: number;
  readonly description: string;
  /** The schemas by media type, or null for content that has no schema, such as a file. */
  readonly content?: Readonly<Record<string, z.core.$ZodType | null>>;
}

/** An endpoint of the HTTP API. */
export interface Operation {
  /** A unique name, for the functions of generated clients. */
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly method: Method;
  /** With parameters in braces: `/api/download/status/{task_id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** An object schema, whose keys are the parameters. */
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** The bearer token that it requires; `optional` for an access token that may be left out. */
  readonly token?: 'access' | 'refresh' | 'optional';
  /**
   * The scope that an API key needs for this request. Without a scope, no key may send the request.
   */
  readonly scope?: KeyScope;
  /** True if the request may be repeated with an `Idempotency-Key`. */
  readonly idempotent?: true;
  readonly replies: readonly Reply[];
  /** The errors besides those that any endpoint may return. */
  readonly errors: readonly ErrorCode[];
}

/** The errors of an access or refresh token. */
const SESSION_ERRORS = ['NOT_SIGNED_IN', 'SESSION_ENDED'] as const satisfies readonly ErrorCode[];

interface AccountOperation extends Omit<Operation, 'errors'> {
  /** The errors besides those of the token. */
  readonly errors?: readonly ErrorCode[];
}

/** Endpoints that a site without accounts does not have, with the errors of their tokens. */
export function withAccountsOnly(operations: readonly AccountOperation[]): Operation[] {
  return operations.map(({ errors = [], ...one }) => ({
    ...one,
    errors: [...errors, ...(one.token === undefined ? [] : SESSION_ERRORS), 'NOT_FOUND'],
  }));
}

/** A successful reply in JSON. */
export function json(schema: z.core.$ZodType, description: string, status = 200): Reply {
  return { status, description, content: { 'application/json': schema } };
}

/** A path of `API` for one task, with its parameter in braces. */
export const ofTask = (path: (taskId: string) => string): string => `${path('')}{task_id}`;
