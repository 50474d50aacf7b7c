import { domainToASCII } from 'node:url';

/**
 * The name that a Host header asks for: in lower case, without port and trailing dot; "localhost" for
 * none. The header itself is checked by the request gate (infra/http/host-header.ts).
 */
export function hostName(header: string): string {
  const name = header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return name === '' ? 'localhost' : name;
}

/** The host in a file's name, as browsers send it ("bücher.example" is punycode); null for no host. */
export function hostOfFile(name: string): string | null {
  const host = domainToASCII(name.replace(/\.json$/, ''));
  return /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(host) ? host : null;
}
