import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { streamImage } from './stream-image.js';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

describe('streamImage', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives up on a source that trickles data, although no single pause is long', async () => {
    const body = new Readable({ read: () => undefined }) as EgressResponse['body'];
    const streamed = streamImage({
      response: {} as ServerResponse,
      isHead: false,
      saveAs: null,
      answer: { headers: {}, body },
      signal: new AbortController().signal,
    });
    const failed = expect(streamed).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
    for (let seconds = 0; seconds <= 20 && !body.destroyed; seconds += 1) {
      body.push(jpeg);
      await jest.advanceTimersByTimeAsync(1000);
    }
    await failed;
    expect(body.destroyed).toBe(true);
  });
});
