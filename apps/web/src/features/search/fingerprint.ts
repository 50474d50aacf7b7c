/** The user agent is cut to this length, characters. */
const USER_AGENT_LENGTH = 100;

/**
 * The coarse description required by specification §7. It identifies nobody: no canvas is drawn.
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
