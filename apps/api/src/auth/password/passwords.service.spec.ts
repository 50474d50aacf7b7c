import { LIMITS } from '@dipper/contract';
import { dummyHash, isOutdated } from './hash-password.js';
import { Passwords } from './passwords.service.js';

/** Hash of "Secret123", with cheap parameters. */
const CHEAP =
  '$argon2id$v=19$m=8,t=1,p=1$xaqdlU/JvWm089HilebOqw$14LqIGUpbybHUBEWjxnBb27L8xGkiFDjH7LQvir6Ofc';

/** 16 bytes of salt and 32 of digest, with current parameters. */
const TODAYS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

it('hashes with argon2id, 19 MiB, two passes and a fresh salt', async () => {
  const passwords = new Passwords();
  const [one, two] = await Promise.all([passwords.hash('Secret123'), passwords.hash('Secret123')]);
  expect(one).toMatch(TODAYS);
  expect(two).not.toBe(one);
  expect(isOutdated(one)).toBe(false);
  expect(await passwords.compare(one, 'Secret123')).toEqual({ isRight: true, newHash: null });
  expect(await passwords.compare(one, 'secret123')).toEqual({ isRight: false, newHash: null });
});

it('upgrades an outdated hash only after the right password', async () => {
  const passwords = new Passwords();
  const { isRight, newHash } = await passwords.compare(CHEAP, 'Secret123');
  expect(isRight).toBe(true);
  expect(isOutdated(newHash ?? '')).toBe(false);
  expect(await passwords.compare(newHash ?? '', 'Secret123')).toMatchObject({ isRight: true });
  expect(await passwords.compare(CHEAP, 'Secret124')).toEqual({ isRight: false, newHash: null });
});

it('normalizes passwords before comparing them, whatever their characters are', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash('Größe\0 1😀');
  expect(await passwords.compare(hash, 'Größe\0 1😀'.normalize('NFD'))).toMatchObject({
    isRight: true,
  });
  expect(await passwords.compare(hash, 'Größe')).toMatchObject({ isRight: false });
});

it('rejects any password for an unknown account, and any password that is too long', async () => {
  const passwords = new Passwords();
  expect(await passwords.compare(undefined, '')).toEqual({ isRight: false, newHash: null });
  expect(dummyHash()).toMatch(TODAYS);
  const long = `Aa1${'x'.repeat(LIMITS.longestPassword - 2)}`;
  // This malformed hash would throw if it were parsed.
  expect(await passwords.compare('no hash', long)).toEqual({ isRight: false, newHash: null });
});

it('refuses work while the queue is full, and accepts it again afterwards', async () => {
  const passwords = new Passwords();
  const all = await Promise.allSettled(
    Array.from({ length: 400 }, () => passwords.compare(CHEAP, 'wrong')),
  );
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(200);
  expect(refused[0]).toMatchObject({ reason: { code: 'BUSY', status: 503 } });
  expect(await passwords.compare(CHEAP, 'wrong')).toMatchObject({ isRight: false });
});
