import type { DomainConfig } from '@dipper/contract';
import { createStore } from '../state/store.js';

type Api = DomainConfig['api'];

const base = createStore('');

/**
 * Sends this page's API calls to the configured server. Browser only, where a page belongs to one
 * domain. The server renders pages of many domains, so it passes the configuration instead (see
 * below).
 */
export function callApiAt({ baseUrl }: Pick<Api, 'baseUrl'>): void {
  base.set(baseUrl);
}

/** Returns the URL at which this page calls an API path. Full URLs stay unchanged. */
export function calledAddress(path: string): string {
  return path.startsWith('/') ? apiAddress({ baseUrl: base.get() }, path) : path;
}

/** Returns the URL of an API path for a domain: on its own server or on the configured one. */
export function apiAddress({ baseUrl }: Pick<Api, 'baseUrl'>, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

/**
 * Returns the URL at which this deployment relays an external picture.
 * @param grant the grant received with the picture's URL; without one (null), the server checks
 * whether it has sent that URL in the last hours
 */
export function imageAddress(api: Api, url: string, grant: string | null): string {
  const address = `${apiAddress(api, api.endpoints.imageProxy)}?url=${encodeURIComponent(url)}`;
  return grant === null ? address : `${address}&grant=${encodeURIComponent(grant)}`;
}
