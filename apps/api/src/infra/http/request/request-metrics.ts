import { API, API_PREFIX, ASSETS_PATH, taskRoute } from '@dipper/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { metrics } from '../../metrics/metrics.js';
import { matchedRoute, type RoutedRequest } from './matched-route.js';

const METHODS: ReadonlySet<string | undefined> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);
/** The catch-all route of the pages. Known pages are sent before routing. */
const PAGES = '/{*path}';
/** The status that nginx logs if the client disconnected before the reply began. */
const CLIENT_LEFT = '499';

/** The paths that are never pages. */
const WITHOUT_PAGES = [API_PREFIX, API.metrics, '/socket.io'];

type Content = 'file' | 'relay' | 'image' | 'other';
const CONTENTS: ReadonlyMap<string, Content> = new Map([
  [taskRoute(API.file), 'file'],
  [taskRoute(API.bundle), 'file'],
  [API.relay, 'relay'],
  [API.tiktokRelay, 'relay'],
  [API.image, 'image'],
]);

/**
 * Returns the template of a request's route, never its path: paths contain ids, so there is no
 * limit to their number.
 */
export function routeLabel(request: RoutedRequest): string {
  const route = matchedRoute(request);
  if (route !== null) {
    return route;
  }
  const [path = ''] = (request.url ?? '').split('?', 1);
  const isIn = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  if (isIn(ASSETS_PATH)) {
    return `${ASSETS_PATH}/*`;
  }
  return WITHOUT_PAGES.some(isIn) ? 'none' : PAGES;
}

/** Returns the kind of content in a reply, according to its route. */
export function contentOf(route: string): Content {
  return CONTENTS.get(route) ?? 'other';
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
  const content = contentOf(routeLabel(reply.request));
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
    route: routeLabel(request),
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
