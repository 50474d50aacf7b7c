import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { goneSignal, networkKey, visitorKey } from './visitor.js';

describe('visitorKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:5123', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:22ff::1', '2001:db8:1:2200::/56'],
    ['2001:DB8:1:2200:ffff:ffff:ffff:ffff', '2001:db8:1:2200::/56'],
    ['2001:db8:1:2300::1', '2001:db8:1:2300::/56'],
    ['[2001:db8:1:22ff::1]:443', '2001:db8:1:2200::/56'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::/56'],
    [undefined, 'unknown'],
  ])('maps %s to %s', (address, key) => {
    expect(visitorKey(address)).toBe(key);
  });
});

describe('networkKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.255:5123', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['192.0.3.7', '192.0.3.0/24'],
    ['2001:db8:1:22ff::1', '2001:db8:1::/48'],
    ['2001:db8:1:ffff:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    [undefined, 'unknown'],
  ])('maps %s to %s', (address, key) => {
    expect(networkKey(address)).toBe(key);
  });
});

describe('goneSignal', () => {
  const responseWith = (state: Partial<ServerResponse>): ServerResponse =>
    Object.assign(new EventEmitter(), { closed: false, ...state }) as ServerResponse;

  it('is aborted when the connection closes before the reply is complete', () => {
    const response = responseWith({ writableFinished: false });
    const gone = goneSignal(response);
    expect(gone.aborted).toBe(false);
    response.emit('close');
    expect(gone.aborted).toBe(true);
  });

  it('is aborted immediately if the connection is already closed', () => {
    expect(goneSignal(responseWith({ closed: true, writableFinished: false })).aborted).toBe(true);
  });

  it('is not aborted after a complete reply', () => {
    const response = responseWith({ writableFinished: true });
    const gone = goneSignal(response);
    response.emit('close');
    expect(gone.aborted).toBe(false);
  });
});
