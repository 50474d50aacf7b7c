/** The user agent is truncated to this length, in characters. */
const USER_AGENT_LENGTH = 100;

/**
 * The coarse fingerprint that specification §7 requires. It cannot identify anybody, because no
 * canvas is drawn.
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
