import { parseUrl } from '@dipper/media';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
  readonly defaultPolicy: unknown;
}

/**
 * Paths of the scripts that the build writes: those in the assets folder, and the service worker.
 */
const BUILT_SCRIPT = /^\/(?:sw|assets\/[\w.-]+)\.js$/;

/** True for the URL of a script from our own build. */
export function isOwnScript(address: string, { href, origin }: Pick<Location, 'href' | 'origin'>) {
  const url = parseUrl(address, href);
  return url !== null && url.origin === origin && BUILT_SCRIPT.test(url.pathname);
}

/**
 * The only Trusted Types policy, created before the app starts. Our content security policy forbids
 * creating scripts and markup from strings. It has to be the default policy, because hls.js starts
 * its worker from a plain URL and accepts no policy. Everything else stays blocked, including
 * `blob:` workers and markup.
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
