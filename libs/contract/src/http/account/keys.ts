import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';
import { nameSchema } from './credentials.js';

/**
 * What an API key may do. `read`: read links, follow tasks, get files, and see the account and its
 * history. `make`: prepare, start and cancel tasks, create short links, and add files to the podcast
 * feed.
 */
export const KEY_SCOPES = ['read', 'make'] as const;
export const keyScopeSchema = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof keyScopeSchema>;

/** POST /api/auth/keys */
export const createKeyInputSchema = z.object({
  name: nameSchema.check(z.minLength(1)),
  scopes: z._default(
    z.array(keyScopeSchema).check(z.minLength(1), z.maxLength(KEY_SCOPES.length)),
    [...KEY_SCOPES],
  ),
  /** The limit on requests per minute, if it should be lower than the tier's. */
  requests_per_minute: z.nullish(
    z.int().check(z.minimum(1), z.maximum(LIMITS.keyRequestsPerMinute)),
  ),
  /** A key without this number does not expire. */
  expires_in_days: z.nullish(z.int().check(z.minimum(1), z.maximum(LIMITS.keyDays))),
});
export type CreateKeyInput = z.infer<typeof createKeyInputSchema>;

export const apiKeySchema = z.object({
  /** Identifies the key in requests about it, but grants no access. */
  id: z.string(),
  name: z.string(),
  /** The beginning of the key, by which its owner recognizes it. */
  prefix: z.string(),
  scopes: z.array(keyScopeSchema),
  requests_per_minute: z.number(),
  /** An ISO 8601 time. */
  created_at: z.string(),
  /** Null if the key does not expire. */
  expires_at: z.nullable(z.string()),
  /** Accurate to the minute. Null if the key has not been used. */
  last_used_at: z.nullable(z.string()),
});
export type ApiKeyInfo = z.infer<typeof apiKeySchema>;

/** GET /api/auth/keys */
export const keysReplySchema = z.object({
  keys: z.array(apiKeySchema),
  /** How many keys the account may have. */
  limit: z.number(),
});
export type KeysReply = z.infer<typeof keysReplySchema>;

/** The reply to POST /api/auth/keys, the only reply that contains the key. */
export const createdKeyReplySchema = z.extend(apiKeySchema, { key: z.string() });
export type CreatedKeyReply = z.infer<typeof createdKeyReplySchema>;

/** DELETE /api/auth/keys/{id} */
export const revokedKeyReplySchema = z.object({ revoked: z.boolean() });
export type RevokedKeyReply = z.infer<typeof revokedKeyReplySchema>;
