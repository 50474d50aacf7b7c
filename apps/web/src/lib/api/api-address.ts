import type { DomainConfig } from '@dipper/contract';

type Api = DomainConfig['api'];

let base = '';

/**
 * Sends this page's API calls to the configured server. Browser only, which shows one domain;
 * rendering passes the configuration instead (below), as the server renders many.
 */
export function callApiAt({ baseUrl }: Pick<Api, 'baseUrl'>): void {
  base = baseUrl;
}

/** The URL at which this page calls an API path; full URLs stay unchanged. */
export function calledAddress(path: string): string {
  return path.startsWith('/') ? apiAddress({ baseUrl: base }, path) : path;
}

/** The URL of an API path at a domain: on its own server or the configured one. */
export function apiAddress({ baseUrl }: Pick<Api, 'baseUrl'>, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

/**
 * The URL at which this deployment relays an external picture.
 * @param grant received with the picture's URL; null without one: the server then checks whether it
 *   has sent that picture's URL in the last hours
 */
export function imageAddress(api: Api, url: string, grant: string | null): string {
  const address = `${apiAddress(api, api.endpoints.imageProxy)}?url=${encodeURIComponent(url)}`;
  return grant === null ? address : `${address}&grant=${encodeURIComponent(grant)}`;
}
