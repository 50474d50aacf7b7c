import { domainToASCII } from 'node:url';

/**
 * The host in a Host header: in lower case, without its port and trailing dot; "localhost" if the
 * header is empty. The request gate checks the header itself (infra/http/request/host-header.ts).
 */
export function hostName(header: string): string {
  const name = header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return name === '' ? 'localhost' : name;
}

/**
 * The host in a file name, in the form that browsers send ("bücher.example" becomes punycode); null
 * if it isn't a host name.
 */
export function hostOfFile(name: string): string | null {
  const host = domainToASCII(name.replace(/\.json$/, ''));
  return /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(host) ? host : null;
}
