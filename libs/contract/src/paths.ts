export const API = {
  health: '/api/health',
  ready: '/api/ready',
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
  image: '/api/image-proxy',
  shortenPreview: '/api/shorten-preview',
  login: '/api/auth/login',
  register: '/api/auth/register',
  logout: '/api/auth/logout',
  me: '/api/auth/me',
  refreshToken: '/api/auth/refresh-token',
  verifyEmail: '/api/auth/verify-email',
  resendVerification: '/api/auth/resend-verification',
  forgotPassword: '/api/auth/forgot-password',
  resetPassword: '/api/auth/reset-password',
  changePassword: '/api/auth/change-password',
  profile: '/api/auth/profile',
  history: '/api/auth/download-history',
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
    // The percent-encoding is malformed. None of our task ids contains any.
    return null;
  }
}

/** The path that plays a media URL through this deployment or, with `download`, saves it. */
export function relayPath(url: string, download = false): string {
  return `${API.relay}?url=${encodeURIComponent(url)}${download ? '&download=1' : ''}`;
}

export function shortLinkPath(shortId: string): string {
  return `/p/${shortId}`;
}
