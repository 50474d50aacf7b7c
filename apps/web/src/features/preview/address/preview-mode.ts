import { type PreviewQuery, relayPath, taskIdOfStartMerge } from '@dipper/contract';
import { apiAddress } from '../../../lib/api/api-address.js';

/** What a /preview URL asks for (specification §2 and §4). */
export type PreviewMode =
  | { readonly kind: 'merge'; readonly taskId: string }
  | {
      readonly kind: 'direct';
      /** The media's own URL, unchanged. */
      readonly url: string;
      /** The URL that the player loads. */
      readonly src: string;
      readonly hls: boolean;
      /**
       * The URL that the download button fetches; null if only a task can turn the media into a
       * file.
       */
      readonly download: string | null;
      /** For HLS, the id of the task that prepares the file. */
      readonly taskId: string | null;
    }
  | { readonly kind: 'none' };

interface Deployment {
  /** The origin of the page. */
  readonly origin: string;
  /** The configured API server; '' if the page's own server is used. */
  readonly baseUrl: string;
}

const PLAIN_FILE = /\.(mp4|m4v|m4a|mp3|webm|ogg|opus|wav|flac|mov)$/i;

/**
 * True for names that end in .m3u8, and for Vimeo's CDN unless the name belongs to a plain file
 * (specification §7).
 */
function isHls({ hostname, pathname }: URL): boolean {
  return /\.m3u8$/i.test(pathname) || (hostname.includes('vimeocdn') && !PLAIN_FILE.test(pathname));
}

function parseUrl(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin);
  } catch {
    return null;
  }
}

function asDownload({ pathname, search }: URL): string {
  return `${pathname}${search}${search === '' ? '?' : '&'}download=1`;
}

/** Decides how a media URL is played and saved. */
function directMode(
  address: string,
  { origin, baseUrl }: Deployment,
  taskId: string | null,
): PreviewMode {
  const url = parseUrl(address, origin);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { kind: 'none' };
  }
  const here = (path: string) => apiAddress({ baseUrl }, path);
  const isOurs = url.origin === origin || url.origin === parseUrl(baseUrl, origin)?.origin;
  if (isOurs && url.pathname.startsWith('/api/')) {
    const [src, download] = [here(`${url.pathname}${url.search}`), here(asDownload(url))];
    return { kind: 'direct', url: address, src, hls: false, download, taskId };
  }
  if (isHls(url)) {
    return { kind: 'direct', url: address, src: url.href, hls: true, download: null, taskId };
  }
  const [src, download] = [here(relayPath(url.href)), here(relayPath(url.href, true))];
  return { kind: 'direct', url: address, src, hls: false, download, taskId };
}

export function previewMode(query: PreviewQuery, deployment: Deployment): PreviewMode {
  const { task_id, video_format_id, audio_format_id, url } = query;
  if (task_id && video_format_id && audio_format_id) {
    return { kind: 'merge', taskId: task_id };
  }
  if (!url) {
    return { kind: 'none' };
  }
  const taskId = taskIdOfStartMerge(url);
  return taskId === null ? directMode(url, deployment, task_id || null) : { kind: 'merge', taskId };
}
