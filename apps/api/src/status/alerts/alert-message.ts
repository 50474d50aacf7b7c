import type { PlatformHealth } from '../../infra/outcomes/platform-health.js';

/** The JSON message (docs/operator.md). */
export interface AlertMessage {
  readonly event: 'platform_failing' | 'platform_working';
  readonly platform: string;
  readonly name: string;
  /** Times in ISO 8601. */
  readonly failing_since: string | null;
  readonly at: string;
  readonly text: string;
}

/** Says that a platform is failing, or that it works again. */
export function alertMessage(
  { id, name }: { readonly id: string; readonly name: string },
  { state, failingSinceMs }: PlatformHealth,
  nowMs: number,
): AlertMessage {
  const isFailing = state === 'failing';
  return {
    event: isFailing ? 'platform_failing' : 'platform_working',
    platform: id,
    name,
    failing_since: failingSinceMs === null ? null : new Date(failingSinceMs).toISOString(),
    at: new Date(nowMs).toISOString(),
    text: isFailing ? `Most downloads from ${name} fail.` : `Downloads from ${name} work again.`,
  };
}
