import { parseNetworks, PRIVATE_NETWORKS } from '../env/networks.js';
import { mayScrape } from './scrape-access.js';

describe('mayScrape', () => {
  const networks = parseNetworks(PRIVATE_NETWORKS);
  const direct = (address: string) => ({
    ...{ address, peer: address, headers: {} },
    isTrustedProxy: () => false,
  });

  const isLoopback = (address: string): boolean => address.startsWith('127.');

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '172.31.0.9',
    '192.168.7.1',
    'fd12::1',
    'fe80::1',
  ])('allows %s by default', (address) => {
    expect(mayScrape(networks, direct(address))).toBe(true);
  });

  it.each([
    '203.0.113.9',
    '172.32.0.1',
    '100.64.0.1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '',
    'unknown',
  ])('refuses %j by default', (address) => {
    expect(mayScrape(networks, direct(address))).toBe(false);
  });

  it("judges a request through a trusted proxy by the client's address", () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const from = { peer: '127.0.0.1', headers, isTrustedProxy: isLoopback };
    expect(mayScrape(networks, { ...from, address: '203.0.113.9' })).toBe(false);
    expect(mayScrape(networks, { ...from, address: '10.0.0.5' })).toBe(true);
  });

  it('refuses a request whose chain of proxies names only trusted proxies', () => {
    const headers = { 'x-forwarded-for': '127.0.0.2' };
    const asker = { address: '127.0.0.2', peer: '127.0.0.1', headers, isTrustedProxy: isLoopback };
    expect(mayScrape(networks, asker)).toBe(false);
    expect(mayScrape(networks, { ...asker, isTrustedProxy: () => false })).toBe(true);
  });

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'])(
    'refuses a proxy that is not trusted or gives no address: %s',
    (header) => {
      const address = '10.0.0.2';
      expect(mayScrape(networks, { ...direct(address), headers: { [header]: 'x' } })).toBe(false);
    },
  );
});

describe('parseNetworks', () => {
  it('accepts single addresses, and an empty list', () => {
    const one = parseNetworks(' 198.51.100.7 , 2001:db8::/32');
    expect(['198.51.100.7', '198.51.100.8'].map((ip) => one.check(ip))).toEqual([true, false]);
    expect(one.check('2001:db8::5', 'ipv6')).toBe(true);
    expect(parseNetworks('').check('127.0.0.1')).toBe(false);
  });

  it.each(['everyone', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '10.0.0.0/', '10.0.0.0/-1'])(
    'refuses %s',
    (text) => {
      expect(() => parseNetworks(text)).toThrow(`"${text}" is neither an address nor a CIDR`);
    },
  );
});
