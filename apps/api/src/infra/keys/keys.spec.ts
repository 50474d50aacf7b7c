import { deriveKey, Keys, type Purpose, readWithAny } from './keys.js';

const OLD = 'the old secret of this test';
const NEW = 'the new secret of this test';
const PURPOSES: Purpose[] = [
  ...(['access token', 'refresh token', 'known device', 'picture grant'] as const),
  ...(['task id', 'visitor', 'idempotent reply', 'webhook secret'] as const),
  'podcast feed',
];

describe('Keys', () => {
  it('gives every purpose and every secret its own key of 32 bytes', () => {
    const keys = [OLD, NEW].flatMap((secret) => PURPOSES.map((it) => new Keys(secret).for(it)));
    expect(new Set(keys.map(({ current }) => current.toString('hex'))).size).toBe(keys.length);
    expect(keys.every(({ current }) => current.length === 32)).toBe(true);
  });

  it('derives keys as docs/decisions/0053 describes', () => {
    // A change would sign everyone out.
    expect(deriveKey('a secret of at least sixteen characters', 'task id').toString('hex')).toBe(
      '7ca602ac1cb86ff8a5c520b09f2f68fd9153b93a2b3a434d320c5ba6f9355db9',
    );
  });

  it('signs with the new secret and verifies with both', () => {
    const old = new Keys(OLD).for('task id');
    const rotated = new Keys(NEW, OLD).for('task id');
    expect(rotated.current).toEqual(new Keys(NEW).for('task id').current);
    expect(rotated.all).toEqual([rotated.current, old.current]);
  });
});

describe('readWithAny', () => {
  it('returns the result of the first key that matches', () => {
    const ring = new Keys(NEW, OLD).for('task id');
    const old = deriveKey(OLD, 'task id');
    expect(readWithAny(ring, (key) => (key.equals(old) ? 'read' : null))).toBe('read');
    expect(readWithAny(new Keys(NEW).for('task id'), (key) => (key.equals(old) ? 1 : null))).toBe(
      null,
    );
  });
});
