import { isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each([
    '93.184.216.34',
    '100.63.255.254',
    '100.128.0.1',
    '172.15.255.254',
    '172.32.0.1',
    '192.0.1.1',
    '168.63.129.15',
    '2606:2800:220:1::1',
    '2001:4860:4860::8888',
  ])('accepts %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it.each([
    ['0.0.0.0', 'unspecified'],
    ['10.255.255.255', 'private'],
    ['100.64.0.0', 'CGNAT'],
    ['100.127.255.255', 'CGNAT'],
    ['127.0.0.53', 'loopback'],
    ['168.63.129.16', 'Azure host endpoint'],
    ['169.254.169.254', 'link-local, used for cloud metadata'],
    ['172.16.0.0', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'protocol assignments'],
    ['192.168.0.1', 'private'],
    ['198.19.255.255', 'benchmarking'],
    ['224.0.0.251', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:8.8.8.8', 'a mapped address, even of a public one'],
    ['64:ff9b::808:808', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['2002:808:808::1', '6to4'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['4000::1', 'outside 2000::/3'],
    ['fc00::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['', 'not an address'],
    ['example.org', 'not an address'],
    ['[::1]', 'in brackets'],
  ])('refuses %s (%s)', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });
});
