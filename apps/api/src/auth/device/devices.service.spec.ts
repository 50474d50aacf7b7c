import { Keys } from '../../infra/keys/keys.js';
import { Devices } from './devices.service.js';

const OLD = 'the old secret of this test';
const NEW = 'the new secret of this test';
const ann = { id: 'ann', passwordHash: 'hash' };
const bob = { id: 'bob', passwordHash: 'hash' };

describe('Devices after a new secret', () => {
  const before = new Devices(new Keys(OLD));
  const rotated = new Devices(new Keys(NEW, OLD));
  const later = new Devices(new Keys(NEW));

  it('still know a device that signed in before', () => {
    const cookie = before.remember(ann, []);
    expect(rotated.isGenuine([cookie])).toBe(true);
    expect(rotated.knownTo(ann, [cookie])).toBe(before.knownTo(ann, [cookie]));
    expect(later.isGenuine([cookie])).toBe(false);
  });

  it('keep its id and its other accounts when it signs in again', () => {
    const cookie = before.remember(ann, []);
    const next = rotated.remember(bob, [cookie]);
    const id = before.knownTo(ann, [cookie]);
    expect([rotated.knownTo(ann, [next]), rotated.knownTo(bob, [next])]).toEqual([id, id]);
    expect(later.knownTo(bob, [next])).toBe(id);
  });
});
