import * as z from 'zod/mini';
import type { ErrorCode } from '../messages/errors.js';

/**
 * How downloads from a platform have gone recently: `working`, `unsteady` (some fail), `failing`
 * (most fail), or `unknown` (too few to say).
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
   * True if it has been failing for longer than outcomes are kept, so that the outage began before
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
 * Errors that count against a platform. All others are properties of the item (private, removed),
 * mistakes in the link, or limits and faults of this service.
 */
const AGAINST_PLATFORM: readonly string[] = [
  ...(['SOURCE_REFUSED', 'SOURCE_RATE_LIMITED', 'SOURCE_BLOCKED', 'SOURCE_FAILED'] as const),
  ...(['SOURCE_INCOMPLETE', 'SOURCE_TIMEOUT', 'EXTRACT_FAILED', 'NOT_MEDIA'] as const),
] satisfies readonly ErrorCode[];

/** @param code of an error reply; clients may receive codes that they do not know */
export function isAgainstPlatform(code: string): boolean {
  return AGAINST_PLATFORM.includes(code);
}
