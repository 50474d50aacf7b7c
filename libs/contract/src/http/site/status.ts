import * as z from 'zod/mini';
import type { ErrorCode } from '../../messages/errors.js';

/**
 * The state of recent downloads from a platform: `working`, `unsteady` (some fail), `failing` (most
 * fail), or `unknown` (too few to tell).
 */
export const PLATFORM_STATES = ['working', 'unsteady', 'failing', 'unknown'] as const;
export type PlatformState = (typeof PLATFORM_STATES)[number];

export const platformStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(PLATFORM_STATES),
  /** Since when most downloads have failed (ISO 8601); null unless the state is `failing`. */
  failing_since: z.nullable(z.string()),
  /**
   * True if it has been failing for longer than outcomes are kept. The outage then began before
   * `failing_since`.
   */
  is_longer: z.boolean(),
});
export type PlatformStatus = z.infer<typeof platformStatusSchema>;

/** GET /api/status */
export const serviceStatusSchema = z.object({
  /** The platforms of this domain, in the order of its menu. */
  platforms: z.array(platformStatusSchema),
  /** How many downloads of all visitors are waiting in line. */
  waiting: z.number(),
  /** The time of these facts, by the server's clock (ISO 8601). */
  checked_at: z.string(),
});
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

/**
 * Errors that count against a platform. All others concern the item (private, removed), a mistake
 * in the link, or a limit or fault of this service.
 */
const AGAINST_PLATFORM: readonly string[] = [
  ...(['SOURCE_REFUSED', 'SOURCE_RATE_LIMITED', 'SOURCE_BLOCKED', 'SOURCE_FAILED'] as const),
  ...(['SOURCE_INCOMPLETE', 'SOURCE_TIMEOUT', 'EXTRACT_FAILED', 'NOT_MEDIA'] as const),
] satisfies readonly ErrorCode[];

/** @param code the code of an error reply, which may be unknown to the client */
export function isAgainstPlatform(code: string): boolean {
  return AGAINST_PLATFORM.includes(code);
}
