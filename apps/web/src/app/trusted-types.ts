import { parseUrl } from '@dipper/media';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
  readonly defaultPolicy: unknown;
}

/** Where the build puts every script, and the service worker beside them. */
const BUILT_SCRIPT = /^\/(?:sw|assets\/[\w.-]+)\.js$/;

/** True for the URL of a script of our own build. */
export function isOwnScript(address: string, { href, origin }: Pick<Location, 'href' | 'origin'>) {
  const url = parseUrl(address, href);
  return url !== null && url.origin === origin && BUILT_SCRIPT.test(url.pathname);
}

/**
 * The only Trusted Types policy, created before the app starts: our content policy forbids creating
 * scripts and markup from strings. It has to be the default policy because hls.js starts its worker
 * from a plain URL and accepts no policy; everything else stays blocked, including `blob:` workers
 * and markup.
 */
export function refuseForeignScripts(page: Window): void {
  const { trustedTypes, location } = page as Window & { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined || trustedTypes.defaultPolicy !== null) {
    return;
  }
  trustedTypes.createPolicy('default', {
    createScriptURL: (address) => {
      if (!isOwnScript(address, location)) {
        throw new TypeError(`Not a script of ours: ${address.slice(0, 200)}`);
      }
      return address;
    },
  });
}
