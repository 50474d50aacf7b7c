export const API_PREFIX = '/api';
/** The prefix of all paths that exist only on domains with accounts. */
export const AUTH_PREFIX = `${API_PREFIX}/auth`;

/** The folder of the site's scripts, styles and fonts. */
export const ASSETS_PATH = '/assets';

export const API = {
  health: '/api/health',
  ready: '/api/ready',
  metrics: '/metrics',
  serviceStatus: '/api/status',
  openApi: '/api/openapi.json',
  docs: '/api/docs',
  config: '/api/config',
  domainConfig: '/api/domain-config',
  search: '/api/download-video',
  preview: '/api/preview',
  startMerge: '/api/download/start-merge',
  status: (taskId: string) => `/api/download/status/${encodeURIComponent(taskId)}`,
  task: (taskId: string) => `/api/download/task/${encodeURIComponent(taskId)}`,
  file: (taskId: string) => `/api/download/file/${encodeURIComponent(taskId)}`,
  tasks: '/api/download/tasks',
  lists: '/api/download/lists',
  /** The zip file of a bundle, even while it is being filled. */
  bundle: (taskId: string) => `/api/download/bundle/${encodeURIComponent(taskId)}`,
  waveform: (taskId: string) => `/api/download/waveform/${encodeURIComponent(taskId)}`,
  relay: '/api/proxied_download',
  tiktokRelay: '/api/tiktok_proxy',
  image: '/api/image-proxy',
  shortenPreview: '/api/shorten-preview',
  login: `${AUTH_PREFIX}/login`,
  register: `${AUTH_PREFIX}/register`,
  logout: `${AUTH_PREFIX}/logout`,
  me: `${AUTH_PREFIX}/me`,
  refreshToken: `${AUTH_PREFIX}/refresh-token`,
  verifyEmail: `${AUTH_PREFIX}/verify-email`,
  resendVerification: `${AUTH_PREFIX}/resend-verification`,
  forgotPassword: `${AUTH_PREFIX}/forgot-password`,
  resetPassword: `${AUTH_PREFIX}/reset-password`,
  changePassword: `${AUTH_PREFIX}/change-password`,
  profile: `${AUTH_PREFIX}/profile`,
  history: `${AUTH_PREFIX}/download-history`,
  keys: `${AUTH_PREFIX}/keys`,
  webhooks: `${AUTH_PREFIX}/webhooks`,
  webhookSecret: `${AUTH_PREFIX}/webhooks/secret`,
  webhookReplay: (id: string) => `${AUTH_PREFIX}/webhooks/${encodeURIComponent(id)}/replay`,
  feed: `${AUTH_PREFIX}/feed`,
  feedItems: `${AUTH_PREFIX}/feed/items`,
  feedItem: (id: string) => `${AUTH_PREFIX}/feed/items/${encodeURIComponent(id)}`,
  renewFeed: `${AUTH_PREFIX}/feed/renew`,
  key: (id: string) => `${AUTH_PREFIX}/keys/${encodeURIComponent(id)}`,
} as const;

/**
 * The start-merge link of a task, as in `format.url`.
 * @param anyway true to accept a damaged source
 */
export function startMergePath(taskId: string, anyway = false): string {
  return `${API.startMerge}?task_id=${encodeURIComponent(taskId)}${anyway ? '&anyway=1' : ''}`;
}

/** The task id in a start-merge link (absolute or not); null for any other link. */
export function taskIdOfStartMerge(url: string): string | null {
  const [path, query] = url.replace(/^https?:\/\/[^/]+/, '').split('?', 2);
  if (path !== API.startMerge || query === undefined) {
    return null;
  }
  const match = /(?:^|&)task_id=([^&]+)/.exec(query);
  try {
    return match?.[1] === undefined ? null : decodeURIComponent(match[1]);
  } catch {
    // The percent-encoding is malformed, so this is not one of our task ids.
    return null;
  }
}

/** The path that plays a media URL through this deployment or, with `download`, saves it. */
export function relayPath(url: string, download = false): string {
  return `${API.relay}?url=${encodeURIComponent(url)}${download ? '&download=1' : ''}`;
}

/**
 * A path as a router's pattern, with a parameter in place of the id.
 * @param path an entry of `API` for one thing, or a function like it
 */
export function routeOf(path: (id: string) => string, parameter: string): string {
  return path('*').replace('*', `:${parameter}`);
}

/** @param path an entry of `API` for one task */
export function taskRoute(path: (taskId: string) => string): string {
  return routeOf(path, 'task_id');
}

/** The path of a podcast feed. Anybody who has the secret can read it. */
export function feedPath(secret: string): string {
  return `/feed/${secret}.xml`;
}

export function shortLinkPath(shortId: string): string {
  return `/p/${shortId}`;
}
