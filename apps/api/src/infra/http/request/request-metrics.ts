import type { Request } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { metrics } from '../../metrics/metrics.js';

const METHODS: ReadonlySet<string | undefined> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);
/** The catch-all route of the pages. Known pages are sent before routing. */
const PAGES = '/{*path}';
/** The status that nginx logs if the client disconnected before the reply began. */
const CLIENT_LEFT = '499';

/** The fields that identify a request's route. Express adds `route` after matching it. */
type Routed = Pick<IncomingMessage, 'url'> & { readonly route?: Pick<Request['route'], 'path'> };

/**
 * Returns the template of a request's route, never its path: paths contain ids, so there is no
 * limit to their number.
 */
export function routeOf({ url = '', route }: Routed): string {
  if (typeof route?.path === 'string') {
    return route.path;
  }
  if (url.startsWith('/assets/')) {
    return '/assets/*';
  }
  return /^\/(api|metrics|socket\.io)\b/.test(url) ? 'none' : PAGES;
}

/** Returns the kind of content in a reply, according to its route. */
export function contentOf(route: string): 'file' | 'relay' | 'image' | 'other' {
  if (/^\/api\/download\/(file|bundle)\//.test(route)) {
    return 'file';
  }
  if (/^\/api\/(proxied_download|tiktok_proxy)$/.test(route)) {
    return 'relay';
  }
  return route === '/api/image-proxy' ? 'image' : 'other';
}

interface OpenReply {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** The connection's byte count when it was last read. */
  counted: number;
}

const open = new Set<OpenReply>();
metrics.watchValue('dipper_http_open_requests', () => open.size);
// Count the bytes of open replies, because replies can take minutes, and a rate should not show all
// their bytes as one peak at the end.
metrics.beforeReading(() => open.forEach(countSent));

function countSent(reply: OpenReply): void {
  const { bytesWritten } = reply.socket;
  const content = contentOf(routeOf(reply.request));
  metrics.count('dipper_sent_bytes_total', { content }, bytesWritten - reply.counted);
  reply.counted = bytesWritten;
}

/** Reports a request when its reply begins, and when it ends or the client disconnects. */
export function measureRequest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const seconds = metrics.clock();
  const reply: OpenReply = { request, socket, counted: socket.bytesWritten };
  open.add(reply);
  const method = METHODS.has(request.method) ? (request.method ?? '') : 'other';
  const about = (): { method: string; route: string } => ({
    method,
    route: routeOf(request),
  });
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    if (!response.headersSent) {
      metrics.observe('dipper_http_request_duration_seconds', about(), seconds());
    }
    return writeHead(...given);
  };
  response.once('close', () => {
    open.delete(reply);
    countSent(reply);
    const status = response.headersSent ? String(response.statusCode) : CLIENT_LEFT;
    metrics.count('dipper_http_requests_total', { ...about(), status });
  });
}
