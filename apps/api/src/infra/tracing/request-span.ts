import { API, API_PREFIX } from '@dipper/contract';
import type { IncomingMessage } from 'node:http';

/**
 * Requests that each page and load balancer sends about every second. Their traces would hide all
 * others.
 */
const POLLS = [API.health, API.ready, API.status('')];

/**
 * True for API requests that a visitor makes on purpose. Pages and static assets are not traced,
 * because they are cheap.
 */
export function isTraced({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url.startsWith(`${API_PREFIX}/`) && !POLLS.some((path) => url.startsWith(path));
}
