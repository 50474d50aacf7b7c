import { randomBytes } from 'node:crypto';
import { seal, unseal } from './sealed.js';

const [key, other] = [randomBytes(32), randomBytes(32)];

it('opens only unchanged texts that were sealed with the same key', () => {
  const sealed = seal('text ✓', key);
  expect(unseal(sealed, key)).toBe('text ✓');
  expect(seal('text ✓', key)).not.toBe(sealed);
  const first = sealed.startsWith('A') ? 'B' : 'A';
  const changed = [sealed.slice(0, -4), `${first}${sealed.slice(1)}`, '', 'AAAA', 'no base64 ✓'];
  expect([unseal(sealed, other), ...changed.map((one) => unseal(one, key))]).toEqual(
    Array(6).fill(null),
  );
});
