/** In characters. */
const USER_AGENT_LENGTH = 100;

/**
 * The coarse fingerprint required by specification §7. It draws no canvas, so it cannot identify
 * anybody.
 */
export function fingerprint(now: Date) {
  const { width, height, colorDepth } = window.screen;
  return {
    canvas: 'placeholder',
    screen: `${width}x${height}x${colorDepth}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    platform: navigator.platform,
    user_agent: navigator.userAgent.slice(0, USER_AGENT_LENGTH),
    timestamp: now.getTime(),
  };
}
