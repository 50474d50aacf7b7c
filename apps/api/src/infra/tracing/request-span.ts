import { API } from '@dipper/contract';
import type { IncomingMessage } from 'node:http';

/** The parts that Express adds to a request. */
export type RoutedRequest = IncomingMessage & {
  readonly route?: { readonly path?: unknown };
};

/**
 * Requests that each page and load balancer sends about every second. Their traces would hide all
 * others.
 */
const POLLS = [API.health, API.ready, API.status('')];

/**
 * True for API requests that a visitor makes on purpose. Pages and files are not traced, because
 * they are cheap.
 */
export function isTraced({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url.startsWith('/api/') && !POLLS.some((path) => url.startsWith(path));
}

/** The route pattern that the request matched, without its values; null if it matched none. */
export function routeOf({ route }: Pick<RoutedRequest, 'route'>): string | null {
  return typeof route?.path === 'string' ? route.path : null;
}
