import type { IncomingMessage } from 'node:http';

/** A request, with the field that Express adds after it has matched a route. */
export type RoutedRequest = Pick<IncomingMessage, 'url'> & {
  readonly route?: { readonly path?: unknown };
};

/** The pattern of the route that a request matched, without its values; null if it matched none. */
export function matchedRoute({ route }: RoutedRequest): string | null {
  return typeof route?.path === 'string' ? route.path : null;
}
