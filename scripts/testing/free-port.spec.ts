import { onFreePort } from './free-port.mjs';

const TAKEN = new Error(
  'Redis ended before it was ready (1)\nbind: Address already in use\nFailed listening on port',
);

describe('onFreePort', () => {
  it('takes another port when somebody was quicker', async () => {
    const ports: number[] = [];
    const started = await onFreePort((port: number) => {
      ports.push(port);
      return ports.length < 3 ? Promise.reject(TAKEN) : Promise.resolve(port);
    });
    expect(ports).toHaveLength(3);
    expect(started).toBe(ports[2]);
  });

  it.each([
    ['a port that is always taken', TAKEN, 5],
    ['any other failure', new Error('no such option'), 1],
  ])('gives up on %s', async (_, error, tries) => {
    const start = jest.fn(() => Promise.reject(error));
    await expect(onFreePort(start)).rejects.toBe(error);
    expect(start).toHaveBeenCalledTimes(tries);
  });
});
