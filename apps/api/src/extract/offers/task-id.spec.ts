import { deriveKey } from '../../infra/keys/keys.js';
import { mintTaskId, readTaskId } from './task-id.js';

const key = deriveKey('a secret of this test', 'task id');

describe('task ids', () => {
  it.each([
    [1, 0],
    [2 ** 48 - 1, 65_535],
  ])('contain the extraction %d and the offer %d', (extractionId, offerIndex) => {
    const id = mintTaskId({ extractionId, offerIndex }, key);
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(readTaskId(id, key)).toEqual({ extractionId, offerIndex });
  });

  it('never repeat', () => {
    const ids = Array.from({ length: 100 }, () =>
      mintTaskId({ extractionId: 1, offerIndex: 1 }, key),
    );
    expect(new Set(ids).size).toBe(100);
  });

  it('cannot be made or changed without the secret', () => {
    const id = mintTaskId({ extractionId: 7, offerIndex: 3 }, key);
    expect(readTaskId(id, deriveKey('another secret', 'task id'))).toBeNull();
    for (let at = 0; at < id.length; at += 1) {
      const changed = id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1);
      expect(readTaskId(changed, key)).toBeNull();
    }
  });

  it.each(['', 'short', '../../etc/passwd', 'A'.repeat(43), `${'A'.repeat(43)}=`])(
    'rejects %j',
    (text) => {
      expect(readTaskId(text, key)).toBeNull();
    },
  );
});
