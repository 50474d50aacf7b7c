import type { DomainConfig } from '@dipper/contract';

type Api = DomainConfig['api'];

let base = '';

/**
 * Sends the calls of this page to the configured server instead of its own. Of a browser alone, which
 * shows one domain: what is rendered takes the configuration (below), as a server renders many.
 */
export function callApiAt({ baseUrl }: Pick<Api, 'baseUrl'>): void {
  base = baseUrl;
}

/** Where this page calls a path of the API; whole addresses stay. */
export function calledAddress(path: string): string {
  return path.startsWith('/') ? apiAddress({ baseUrl: base }, path) : path;
}

/** Where a path of the API is at a domain: at its own server, or at the configured one. */
export function apiAddress({ baseUrl }: Pick<Api, 'baseUrl'>, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

/**
 * Where this deployment shows a picture of others.
 * @param grant what came with the picture's address; null where nothing did: the server then looks
 *   whether it has handed the picture out in the last hours.
 */
export function imageAddress(api: Api, url: string, grant: string | null): string {
  const address = `${apiAddress(api, api.endpoints.imageProxy)}?url=${encodeURIComponent(url)}`;
  return grant === null ? address : `${address}&grant=${encodeURIComponent(grant)}`;
}
