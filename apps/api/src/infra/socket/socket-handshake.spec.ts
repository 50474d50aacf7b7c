import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../http/client-address.js';
import { handshakeRefusal } from './socket-handshake.js';

const SITE = {
  trusts: (address: string) => address === '127.0.0.1',
  publicUrl: 'https://public.test/',
};

/** A handshake with these headers, in addition to those of a websocket. */
function handshake(
  headers: IncomingMessage['headers'],
  { url = '/socket.io/?EIO=4&transport=websocket', from = '127.0.0.1', method = 'GET' } = {},
) {
  const websocket = {
    host: 'a.test',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const socket = { remoteAddress: from } as Socket;
  return handshakeRefusal({ method, url, headers: { ...websocket, ...headers }, socket }, SITE);
}

describe('handshakeRefusal', () => {
  it.each([
    ['none', {}, null],
    ['the host', { origin: 'http://a.test' }, null],
    ['PUBLIC_URL', { origin: 'https://public.test' }, null],
    ['another host', { origin: 'https://evil.test' }, 'ORIGIN_NOT_ALLOWED'],
    ['null', { origin: 'null' }, 'ORIGIN_NOT_ALLOWED'],
    [
      'the first forwarded host',
      { origin: 'https://b.test', 'x-forwarded-host': 'b.test , c.test' },
      null,
    ],
    [
      'a later forwarded host',
      { origin: 'https://c.test', 'x-forwarded-host': 'b.test, c.test' },
      'ORIGIN_NOT_ALLOWED',
    ],
    ['', { upgrade: 'h2c' }, 'INVALID_REQUEST'],
    ['', { 'sec-websocket-version': '8' }, 'INVALID_REQUEST'],
    ['', { 'sec-websocket-key': 'short' }, 'INVALID_REQUEST'],
  ])('checks the origin (%s) in %j with the result %s', (_, headers, expected) => {
    expect(handshake(headers)).toBe(expected);
  });

  it('ignores X-Forwarded-Host', () => {
    const headers = { origin: 'https://b.test', 'x-forwarded-host': 'b.test' };
    expect(handshake(headers, { from: '192.0.2.1' })).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('accepts GET only', () => {
    expect(handshake({}, { method: 'POST' })).toBe('INVALID_REQUEST');
  });
});

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '192.0.2.1', '203.0.113.9'],
    ['127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['127.0.0.1', '192.0.2.9, 192.0.2.1', '192.0.2.1'],
    ['127.0.0.1', '192.0.2.9, 192.0.2.1 , ::1', '192.0.2.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '::1', '::1'],
  ])('of a request from %s, forwarded for %s, is %s', (from, forwarded, expected) => {
    const trusts = (address: string): boolean => ['127.0.0.1', '::1'].includes(address);
    const socket = { remoteAddress: from } as Socket;
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(clientAddress({ headers, socket }, trusts)).toBe(expected);
  });
});
