import { domainToASCII } from 'node:url';

/**
 * The host of a Host header: lower case, without port and trailing dot; "localhost" when empty. The
 * header itself is checked by the request gate (infra/http/host-header.ts).
 */
export function hostName(header: string): string {
  const name = header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return name === '' ? 'localhost' : name;
}

/**
 * The host in a file name, as browsers send it ("bücher.example" becomes punycode); null when it is
 * no host.
 */
export function hostOfFile(name: string): string | null {
  const host = domainToASCII(name.replace(/\.json$/, ''));
  return /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(host) ? host : null;
}
