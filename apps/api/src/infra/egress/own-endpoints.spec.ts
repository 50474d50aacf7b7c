import { ownEndpoints } from './own-endpoints.js';

describe('ownEndpoints', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['localhost', ['localhost', '127.0.0.1', '::1']],
    ['0.0.0.0', ['localhost', '127.0.0.1', '::1', '10.0.0.7']],
    ['::', ['localhost', '127.0.0.1', '::1', '10.0.0.7']],
  ])('expands %s to %j', (host, expected) => {
    const found = ownEndpoints({ host, port: 3000 }, ['127.0.0.1', '10.0.0.7']);
    expect(found).toEqual(expected.map((own) => ({ host: own, port: 3000 })));
  });

  it("uses the machine's network interfaces if no addresses are given", () => {
    expect(ownEndpoints({ host: '0.0.0.0', port: 1 }).map(({ host }) => host)).toContain(
      '127.0.0.1',
    );
  });
});
