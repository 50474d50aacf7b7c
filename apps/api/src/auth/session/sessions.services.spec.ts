import { JwtService } from '@nestjs/jwt';
import { Keys } from '../../infra/keys/keys.js';
import { TestDatabase } from '../../infra/testing/test-database.js';
import { Account } from '../account/account.entity.js';
import { newAccount } from '../account/account.mapper.js';
import { AccountRepository } from '../account/account.repository.js';
import type { SignedInSession } from '../../infra/principal/principal.js';
import { AccessTokens, readClaims } from './access-tokens.js';
import { AccountSession } from './account-session.entity.js';
import { SessionRepository } from './session.repository.js';
import { SessionsService, type Tokens } from './sessions.service.js';
import { quietLogger } from '../../infra/testing/quiet-logger.js';

const KEYS = new Keys('a secret of at least sixteen characters');
const OWNER = { id: 'owner', passwordHash: 'hash of owner', tier: 'free' };
const OTHER = { id: 'other', passwordHash: 'hash of other', tier: 'pro' };
const claimsOf = (token: string): SignedInSession | null =>
  readClaims(new JwtService().decode(token));
const ENTITIES = [Account, AccountSession];

describe('sessions', () => {
  let database: TestDatabase;
  let accounts: AccountRepository;
  let sessions: SessionsService;
  let rows: SessionRepository;
  const accessTokens = new AccessTokens(KEYS);

  quietLogger();
  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], ENTITIES);
    rows = new SessionRepository(database.source.getRepository(AccountSession));
    accounts = new AccountRepository(database.source.getRepository(Account));
    sessions = new SessionsService(rows, accessTokens, KEYS);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.source.query('DELETE FROM account');
    for (const who of [OWNER, OTHER]) {
      await accounts.add({ ...newAccount(`${who.id}@dipper.example`, ''), ...who });
    }
  });

  const start = async (who = OWNER, remembered = false): Promise<Tokens> => {
    const tokens = await sessions.start(who, remembered);
    if (tokens === null) {
      throw new Error('no session was started');
    }
    return tokens;
  };
  const next = async ({ refresh_token: token }: Tokens): Promise<Tokens> =>
    (await sessions.rotate(token)).tokens;
  const isIn = async ({ access_token: token }: Tokens): Promise<boolean> => {
    const signedIn = claimsOf(token);
    return signedIn !== null && (await sessions.isLive(signedIn));
  };
  const sessionOf = ({ access_token: token }: Tokens): string => claimsOf(token)?.sessionId ?? '';
  /** Makes the tokens look this many seconds older. */
  const age = (seconds: number) =>
    database.source.query(
      `UPDATE refresh_token SET issued_at = issued_at - make_interval(secs => $1),
         used_at = used_at - make_interval(secs => $1)`,
      [seconds],
    );
  const count = async (table: string): Promise<number> =>
    (await database.source.query<unknown[]>(`SELECT FROM ${table}`)).length;
  const ENDED = { code: 'SESSION_ENDED' };

  it('survive a new secret, and do not need the old one after a refresh', async () => {
    const serviceOf = (keys: Keys): SessionsService =>
      new SessionsService(rows, accessTokens, keys);
    const first = await start();
    const secret = 'a secret of at least sixteen characters';
    const { tokens } = await serviceOf(new Keys('a newer secret', secret)).rotate(
      first.refresh_token,
    );
    const later = serviceOf(new Keys('a newer secret'));
    await expect(later.rotate(first.refresh_token)).rejects.toMatchObject({
      code: 'NOT_SIGNED_IN',
    });
    await expect(later.rotate(tokens.refresh_token)).resolves.toMatchObject({
      accountId: OWNER.id,
    });
  });

  it('state the tier that their account has when a token is issued', async () => {
    const tierIn = ({ access_token: token }: Tokens) => claimsOf(token)?.tier;
    const first = await start(OTHER);
    await database.source.query(`UPDATE account SET tier = 'studio' WHERE id = $1`, [OTHER.id]);
    expect([tierIn(await start()), tierIn(first), tierIn(await next(first))]).toEqual([
      'free',
      'pro',
      'studio',
    ]);
  });

  it('continue with new refresh tokens, which are stored only as hashes', async () => {
    const first = await start();
    let latest = first;
    for (let time = 0; time < 30; time += 1) {
      latest = await next(latest);
      await age(60);
    }
    expect(await isIn(first)).toBe(true);
    expect(await isIn(latest)).toBe(true);
    // A session that is refreshed for years takes up no more space than this.
    expect(await count('refresh_token')).toBe(20);
    const stored = JSON.stringify(await database.source.query('SELECT * FROM refresh_token'));
    expect(stored).not.toContain(latest.refresh_token.slice(0, 40));
  });

  it.each([9, 0])(
    'issue another pair of tokens for a refresh token that was used %d s ago',
    async (seconds) => {
      const first = await start();
      const one = await next(first);
      await age(seconds);
      const two = await next(first);
      expect(two.refresh_token).not.toBe(one.refresh_token);
      expect(await isIn(await next(one))).toBe(true);
      expect(await isIn(await next(two))).toBe(true);
    },
  );

  it.each<[string, (first: Tokens) => Promise<unknown>]>([
    ['11 s after its use', (first) => next(first).then(() => age(11))],
    ['once its replacement has been used', async (first) => next(await next(first))],
    [
      '12 s after its first use, however often it was sent in between',
      async (first) => {
        await next(first);
        await age(6);
        await next(first);
        await age(6);
      },
    ],
    [
      'once its record has been removed',
      async (first) => {
        let latest = await next(first);
        for (let time = 0; time < 25; time += 1) {
          await age(60);
          latest = await next(latest);
        }
      },
    ],
  ])('end with all their tokens when a used token is sent again %s', async (_when, use) => {
    const [first, beside] = [await start(), await start()];
    await use(first);
    await expect(next(first)).rejects.toMatchObject(ENDED);
    expect(await isIn(first)).toBe(false);
    expect(await isIn(beside)).toBe(true);
    expect(await count('account_session')).toBe(1);
    expect(await count('refresh_token')).toBe(1);
  });

  it('end when two clients continue from the same token, because one of them must have stolen it', async () => {
    const first = await start();
    const [owner, thief] = [await next(first), await next(first)];
    await age(900);
    const latest = await next(owner);
    await age(60);
    await expect(next(thief)).rejects.toMatchObject(ENDED);
    expect(await isIn(latest)).toBe(false);
  });

  it('survive twenty tabs that refresh at the same time, and give each a usable token', async () => {
    const first = await start();
    const tabs = await Promise.all(Array.from({ length: 20 }, () => next(first)));
    expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(20);
    const later = await Promise.all(tabs.slice(-5).map(next));
    expect(await Promise.all(later.map(isIn))).toEqual([true, true, true, true, true]);
  });

  it('are not revived by a refresh while they are being ended', async () => {
    for (let time = 0; time < 10; time += 1) {
      const tokens = await start();
      const sessionId = sessionOf(tokens);
      const [refresh] = await Promise.allSettled([next(tokens), sessions.end({ sessionId })]);
      expect(await isIn(tokens)).toBe(false);
      if (refresh.status === 'rejected') {
        expect(refresh.reason).toMatchObject(ENDED);
      } else {
        await expect(next(refresh.value)).rejects.toMatchObject(ENDED);
      }
    }
    expect(await count('refresh_token')).toBe(0);
  });

  it.each([
    [true, 30 * 24 * 3600],
    [false, 24 * 3600],
  ])('expire for good (remembered: %s) after %d s', async (remembered, seconds) => {
    const tokens = await start(OWNER, remembered);
    const pass = (time: number) =>
      database.source.query(
        'UPDATE account_session SET expires_at = expires_at - make_interval(secs => $1)',
        [time],
      );
    await pass(seconds - 60);
    const refreshed = await next(tokens);
    expect(await isIn(refreshed)).toBe(true);
    await rows.removeExpired();
    expect(await count('account_session')).toBe(1);
    await pass(61);
    expect(await isIn(refreshed)).toBe(false);
    await expect(next(refreshed)).rejects.toMatchObject(ENDED);
    await start();
    await rows.removeExpired(1);
    expect(await count('account_session')).toBe(1);
  });

  it('end when the password is changed, except for the current session', async () => {
    const [one, two, kept, foreign] = [
      await start(),
      await start(),
      await start(),
      await start(OTHER),
    ];
    const changed = { ...OWNER, passwordHash: 'another hash' };
    await accounts.setPassword(changed, { keptSession: sessionOf(kept) });
    expect(await Promise.all([one, two, kept, foreign].map(isIn))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    await accounts.setPassword(changed);
    expect(await isIn(kept)).toBe(false);
    expect(await isIn(foreign)).toBe(true);
  });

  it('are recorded with the account, which is therefore not removed', async () => {
    const set = 'UPDATE account SET signed_in_at = now() - make_interval(days => 90)';
    const seen = `SELECT id FROM account WHERE signed_in_at > now() - interval '1 hour'`;
    await database.source.query(set);
    await start();
    expect(await database.source.query(seen)).toEqual([{ id: OWNER.id }]);
  });

  it("replace an account's oldest session when a 51st starts", async () => {
    const all: Tokens[] = [];
    for (let time = 0; time < 51; time += 1) {
      all.push(await start());
    }
    expect(await count('account_session')).toBe(50);
    expect(await isIn(all[0] as Tokens)).toBe(false);
    expect(await isIn(all[50] as Tokens)).toBe(true);
  });

  it('are not started with a password that has just been changed', async () => {
    const before = await start();
    expect(await accounts.setPassword({ ...OWNER, passwordHash: 'another hash' })).not.toBeNull();
    expect(await isIn(before)).toBe(false);
    expect(await sessions.start(OWNER, false)).toBeNull();
    expect(await sessions.start({ ...OWNER, id: 'nobody' }, false)).toBeNull();
    // Whichever call comes first, no session with the old password remains.
    await Promise.all([
      sessions.start({ ...OWNER, passwordHash: 'another hash' }, false),
      accounts.setPassword({ ...OWNER, passwordHash: 'a third hash' }),
    ]);
    expect(await count('account_session')).toBe(0);
  });
});
