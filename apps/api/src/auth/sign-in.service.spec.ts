import { Keys } from '../infra/keys/keys.js';
import { AccountAttempts } from '../infra/limits/account-attempts.js';
import type { AccountRepository } from './account/account.repository.js';
import type { AccountsService } from './account/accounts.service.js';
import type { PasswordOrigin } from './device/device-cookie.js';
import { Devices } from './device/devices.service.js';
import { PasswordAttempts } from './password/password-attempts.service.js';
import { Passwords } from './password/passwords.service.js';
import type { SessionsService } from './session/sessions.service.js';
import { SignInService } from './sign-in.service.js';

const CREDENTIALS = { email: 'me@dipper.example', password: 'Secret123' };
const HOME: PasswordOrigin = { network: 'home', device: [] };
const WRONG = { ...CREDENTIALS, password: 'Wrong123' };
/** Hash of "Secret123", with cheap parameters. */
const CHEAP =
  '$argon2id$v=19$m=8,t=1,p=1$xaqdlU/JvWm089HilebOqw$14LqIGUpbybHUBEWjxnBb27L8xGkiFDjH7LQvir6Ofc';

/** The hash of each account by address, and the hashes that sessions were started with. */
const hashes = new Map<string, string>();
const started: string[] = [];
let passwords: Passwords;
let signIns: SignInService;

beforeEach(() => {
  hashes.clear();
  hashes.set(CREDENTIALS.email, CHEAP);
  started.length = 0;
  passwords = new Passwords();
  const rows: Pick<AccountRepository, 'credentials' | 'replaceHash'> = {
    credentials: (_, email) => {
      const passwordHash = hashes.get(email);
      return Promise.resolve(
        passwordHash === undefined ? null : { id: email, passwordHash, tier: 'free' },
      );
    },
    replaceHash: (_, newHash) => Promise.resolve(void hashes.set(CREDENTIALS.email, newHash)),
  };
  const sessions: Pick<SessionsService, 'start'> = {
    start: ({ passwordHash }) => {
      started.push(passwordHash);
      return Promise.resolve({ access_token: 'a', refresh_token: 'r', expires_in: 900 });
    },
  };
  const counts = new AccountAttempts({ redisUrl: undefined, clock: () => 1_000_000 });
  signIns = new SignInService(
    rows as AccountRepository,
    {} as AccountsService,
    sessions as SessionsService,
    new PasswordAttempts(passwords, counts),
    new Devices(new Keys('secret')),
  );
});

/** Makes consecutive attempts. @returns their error codes; null for success */
async function codes(count: number, input = CREDENTIALS, from = HOME): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let time = 0; time < count; time += 1) {
    all.push(
      await signIns.login(input, from).then(
        () => null,
        ({ code }: { code: unknown }) => code,
      ),
    );
  }
  return all;
}

it('upgrades an outdated hash and starts the session with the new one', async () => {
  expect(await codes(1)).toEqual([null]);
  expect(hashes.get(CREDENTIALS.email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(started).toEqual([hashes.get(CREDENTIALS.email)]);
});

it.each([
  ['a known address', CREDENTIALS.email],
  ['an unknown address', 'nobody@dipper.example'],
])('delays repeated attempts at %s, however it is spelled', async (_, email) => {
  const wrong = { email: email.toUpperCase(), password: 'Wrong123' };
  expect(await codes(3, wrong)).toEqual(Array.from({ length: 3 }, () => 'BAD_CREDENTIALS'));
  expect(await codes(3, { ...wrong, email })).toEqual([
    ...['BAD_CREDENTIALS', 'BAD_CREDENTIALS'],
    'TOO_MANY_ATTEMPTS',
  ]);
});

it('forgets failed attempts after the right password', async () => {
  await codes(4, WRONG);
  expect(await codes(1)).toEqual([null]);
  expect(await codes(5, WRONG)).toEqual(Array.from({ length: 5 }, () => 'BAD_CREDENTIALS'));
});

it('does not count attempts that were refused because the server is busy', async () => {
  const others = Array.from({ length: 200 }, () => passwords.compare(CHEAP, 'wrong'));
  expect(await codes(10)).toContain('BUSY');
  await Promise.allSettled(others);
  expect(await codes(1)).toEqual([null]);
});

describe('a device that has signed in before', () => {
  let known: PasswordOrigin;

  beforeEach(async () => {
    known = { ...HOME, device: [(await signIns.login(CREDENTIALS, HOME)).deviceMark] };
  });

  it('is accepted even while attempts on other devices are refused', async () => {
    expect(await codes(6, WRONG)).toContain('TOO_MANY_ATTEMPTS');
    expect(await codes(1)).toEqual(['TOO_MANY_ATTEMPTS']);
    expect(await codes(20, CREDENTIALS, known)).toEqual(Array.from({ length: 20 }, () => null));
    expect(await codes(1)).toEqual(['TOO_MANY_ATTEMPTS']);
  });

  it('is accepted even if a neighboring domain has set cookies of the same name', async () => {
    // Another of the cookies is also genuine, but was issued for the neighbor's account.
    hashes.set('eve@dipper.example', hashes.get(CREDENTIALS.email) ?? '');
    const eve = { ...CREDENTIALS, email: 'eve@dipper.example' };
    const { deviceMark } = await signIns.login(eve, { network: 'elsewhere', device: [] });
    expect(await codes(6, WRONG)).toContain('TOO_MANY_ATTEMPTS');
    const tossed = { ...HOME, device: ['junk', deviceMark, ...known.device] };
    expect(await codes(1, CREDENTIALS, { ...HOME, device: ['junk', deviceMark] })).toEqual([
      'TOO_MANY_ATTEMPTS',
    ]);
    expect(await codes(20, CREDENTIALS, tossed)).toEqual(Array.from({ length: 20 }, () => null));
    const renewed = (await signIns.login(CREDENTIALS, tossed)).deviceMark;
    expect(renewed).toBe(known.device[0]);
  });

  it('is accepted while strangers have to wait', async () => {
    const others = Promise.allSettled(
      Array.from({ length: 200 }, () => passwords.compare(CHEAP, 'wrong')),
    );
    expect(await codes(1)).toEqual(['BUSY']);
    expect(await codes(1, CREDENTIALS, known)).toEqual([null]);
    await others;
  });

  it('counts as unknown for another account, and after a password change on another device', async () => {
    hashes.set('other@dipper.example', hashes.get(CREDENTIALS.email) ?? '');
    const other = { ...CREDENTIALS, email: 'other@dipper.example' };
    hashes.set(CREDENTIALS.email, CHEAP);
    for (const input of [other, CREDENTIALS, { ...other, email: 'nobody@dipper.example' }]) {
      const wrong = { ...input, password: 'Wrong123' };
      expect((await codes(6, wrong, known)).at(-1)).toBe('TOO_MANY_ATTEMPTS');
    }
  });
});
