import { AccountAttempts } from '../../infra/limits/account-attempts.js';
import { TestDatabase } from '../../infra/testing/test-database.js';
import type { Passwords } from '../password/passwords.service.js';
import { AccountSession } from '../session/account-session.entity.js';
import { Account } from './account.entity.js';
import { AccountRepository } from './account.repository.js';
import { AccountsService, loginAttemptKey } from './accounts.service.js';
import { runOperatorCommand } from './operator-commands.js';

const ENTITIES = [Account, AccountSession];
const HOME = { network: 'home' };
const EMAIL = 'me@dipper.example';
const INPUT = { email: 'Me@Dipper.example', password: 'Secret123', username: 'me' };

describe('accounts', () => {
  let database: TestDatabase;
  let rows: AccountRepository;
  let accounts: AccountsService;
  let attempts: AccountAttempts;

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], ENTITIES);
    rows = new AccountRepository(database.source.getRepository(Account));
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.source.query('TRUNCATE account, account_mail_due CASCADE');
    attempts = new AccountAttempts({ redisUrl: undefined });
    const passwords: Pick<Passwords, 'hash'> = { hash: (text) => Promise.resolve(`#${text}`) };
    accounts = new AccountsService(rows, passwords as Passwords, attempts);
  });

  const made = async (): Promise<Account> => {
    await accounts.create(INPUT);
    return (await accounts.byEmail(EMAIL)) as Account;
  };

  it('create one account for concurrent sign-ups with an address, and give all of them the same reply', async () => {
    const fresh: boolean[] = [];
    const note = (isNew: boolean) => Promise.resolve(void fresh.push(isNew));
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_unused, at) =>
        accounts.create({ ...INPUT, password: `Secret12${at}` }, note),
      ),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(fresh.filter(Boolean)).toHaveLength(1);
    expect(await database.source.getRepository(Account).count()).toBe(1);
    // Neither a reply nor a default column list contains the hash.
    expect(JSON.stringify([replies, await accounts.byEmail(EMAIL)])).not.toContain('#Secret');
  });

  it('are not created if the work that belongs to the sign-up fails', async () => {
    const fails = () => Promise.reject(new Error('no email can be queued'));
    await expect(accounts.create(INPUT, fails)).rejects.toThrow('no email can be queued');
    expect(await accounts.byEmail(EMAIL)).toBeNull();
  });

  it('keep all changes when several tabs change different profile fields', async () => {
    const { id } = await made();
    await Promise.all([
      accounts.changeProfile(id, { display_name: "D'Arcy\u2028 \\u0000 <script>" }),
      accounts.changeProfile(id, { preferences: { theme: 'dark' } }),
      accounts.changeProfile(id, { preferences: { auto_download: true } }),
      accounts.changeProfile(id, {}),
    ]);
    expect((await accounts.byId(id))?.profile).toMatchObject({
      display_name: "D'Arcy\u2028 \\u0000 <script>",
      timezone: 'UTC',
      preferences: { theme: 'dark', auto_download: true, default_video_quality: '720p' },
    });
    await expect(accounts.changeProfile('nobody', {})).rejects.toMatchObject({
      code: 'SESSION_ENDED',
    });
  });

  it('allow signing in immediately after a password change, without resetting the wait elsewhere', async () => {
    const { id } = await made();
    const by = (network: string) => ({ account: loginAttemptKey(EMAIL), network, device: null });
    for (let time = 0; time < 6; time += 1) {
      await attempts.begin(by('home'));
      await attempts.begin(by('elsewhere'));
    }
    expect(await accounts.setPassword(id, 'Other123', HOME)).toBe(true);
    expect(await attempts.begin(by('home'))).toBe(0);
    expect(await attempts.begin(by('elsewhere'))).toBe(1);
    expect(await rows.credentials('email', EMAIL)).toMatchObject({ passwordHash: '#Other123' });
  });

  it('invalidate reset emails on a password change, in one transaction with the work that belongs to it', async () => {
    const { id } = await made();
    const left = (table: string): Promise<unknown> =>
      database.source.query(`SELECT kind FROM ${table}`);
    for (const kind of ['reset', 'verify']) {
      await database.source.query(
        `INSERT INTO mail_token (account_id, kind, hash, expires_at)
         VALUES ($1, $2::text, $2, now() + interval '1 hour')`,
        [id, kind],
      );
      await database.source.query(
        `INSERT INTO account_mail_due (kind, email, origin, brand_host) VALUES ($1, $2, '', '')`,
        [kind, EMAIL],
      );
    }
    const also = () => Promise.reject(new Error('no email can be queued'));
    await expect(accounts.setPassword(id, 'Other123', { ...HOME, also })).rejects.toThrow(
      'no email can be queued',
    );
    expect(await rows.credentials('id', id)).toMatchObject({ passwordHash: '#Secret123' });

    const told: string[] = [];
    const note = (email: string) => Promise.resolve(void told.push(email));
    await accounts.setPassword(id, 'Other123', { ...HOME, also: note });
    expect(told).toEqual([EMAIL]);
    const only = [{ kind: 'verify' }];
    expect([await left('mail_token'), await left('account_mail_due')]).toEqual([only, only]);
  });

  it('refuse a password change if the password has changed in the meantime', async () => {
    const { id } = await made();
    const change = { ...HOME, oldHash: '#Secret123' };
    expect(await accounts.setPassword(id, 'Other123', change)).toBe(true);
    expect(await accounts.setPassword(id, 'Third123', change)).toBe(false);
    await rows.replaceHash({ id, passwordHash: '#Secret123' }, 'hash of an old one');
    expect(await rows.credentials('id', id)).toMatchObject({ passwordHash: '#Other123' });
    expect(await accounts.setPassword('nobody', 'Other123', HOME)).toBe(false);
  });

  it('are removed if they were never verified and nobody uses them', async () => {
    const kept: [string, string][] = [
      ['young', `UPDATE account SET created_at = now() - interval '59 days' WHERE id = $1`],
      ['was-here', `UPDATE account SET signed_in_at = now() - interval '59 days' WHERE id = $1`],
      ['confirmed', 'UPDATE account SET verified_at = now() WHERE id = $1'],
      ['paid', `UPDATE account SET tier = 'pro' WHERE id = $1`],
      [
        'signed-in',
        `INSERT INTO account_session (id, account_id, remembered, expires_at)
         VALUES ('s', $1, true, now() + interval '1 day')`,
      ],
      [
        'used',
        `INSERT INTO download_history (account_id, url, title, title_key, platform, format, status)
         VALUES ($1, '', '', '', '', 'video', 'completed')`,
      ],
    ];
    const names = [...kept.map(([name]) => name), 'one', 'two', 'three'];
    for (const name of names) {
      await accounts.create({ ...INPUT, email: `${name}@dipper.example` });
    }
    await database.source.query(
      `UPDATE account SET created_at = now() - interval '61 days',
         signed_in_at = now() - interval '61 days'`,
    );
    for (const [name, sql] of kept) {
      const account = await accounts.byEmail(`${name}@dipper.example`);
      await database.source.query(sql, [account?.id]);
    }
    await rows.removeUnused(2);
    const left: { email: string }[] = await database.source.query('SELECT email FROM account');
    expect(left.map(({ email }) => email.split('@')[0]).sort()).toEqual(
      kept.map(([name]) => name).sort(),
    );
  });

  describe('an operator', () => {
    const run = (...asked: string[]) => runOperatorCommand((work) => rows.transaction(work), asked);
    const count = async (table: string): Promise<number> =>
      (await database.source.query<unknown[]>(`SELECT FROM ${table}`)).length;

    it('can show the stored data of an account, set its tier, end its sessions and remove it', async () => {
      const { id } = await made();
      await accounts.create({ ...INPUT, email: 'other@dipper.example' });
      await database.source.query(
        `INSERT INTO account_session (id, account_id, remembered, expires_at)
         SELECT 's' || id, id, false, now() + interval '1 day' FROM account`,
      );
      await database.source.query(
        `INSERT INTO download_history (account_id, url, title, title_key, platform, format, status)
         SELECT id, '', 'Kept', '', '', 'video', 'completed' FROM account`,
      );
      await database.source.query(
        `INSERT INTO account_mail_due (kind, email, origin, brand_host) VALUES ('known', $1, '', '')`,
        [EMAIL],
      );
      const { text } = await run('show', ' Me@Dipper.example');
      expect(JSON.parse(text)).toMatchObject({
        ...{ id, email: EMAIL, tier: 'free', profile: { timezone: 'UTC' } },
        ...{ sessions: [{ remembered: false }], downloads: [{ title: 'Kept' }], feed: [] },
      });
      expect(text).not.toContain('#Secret');
      expect((await run('tier', EMAIL, 'pro')).ok).toBe(true);
      expect(await accounts.byId(id)).toMatchObject({ tier: 'pro' });
      expect((await run('sign-out', EMAIL)).ok).toBe(true);
      expect(await count('account_session')).toBe(1);
      expect((await run('delete', EMAIL)).ok).toBe(true);
      expect(await Promise.all(['account', 'download_history'].map(count))).toEqual([1, 1]);
      expect(await count('account_mail_due')).toBe(0);
      expect(await run('delete', EMAIL)).toEqual({
        ok: false,
        text: `No account has the email address ${EMAIL}.`,
      });
    });

    it('can create and revoke API keys, which keep an unverified account that uses them', async () => {
      const { id } = await made();
      const { text: key } = await run('add-key', EMAIL, 'Nightly bot', 'read');
      expect(key).toMatch(/^dip_\w{49}$/);
      const stored = (await run('show', EMAIL)).text;
      const { keys } = JSON.parse(stored) as { keys: { id: string; scopes: string[] }[] };
      expect(keys).toMatchObject([{ name: 'Nightly bot', scopes: ['read'], last_used_at: null }]);
      expect(stored).not.toContain(key.slice(8));

      const old = `created_at = now() - interval '61 days'`;
      await database.source.query(`UPDATE account SET ${old}, signed_in_at = created_at`);
      await database.source.query('UPDATE account SET signed_in_at = created_at');
      await rows.removeUnused();
      expect(await accounts.byId(id)).not.toBeNull();
      await database.source.query(`UPDATE api_key SET ${old}`);
      await database.source.query('UPDATE api_key SET last_used_at = now()');
      await rows.removeUnused();
      expect(await accounts.byId(id)).not.toBeNull();

      expect((await run('revoke-key', EMAIL, keys[0]?.id ?? '')).ok).toBe(true);
      await expect(run('revoke-key', EMAIL, keys[0]?.id ?? '')).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await count('api_key')).toBe(0);
      await run('add-key', EMAIL, 'Old', 'read,make', '30', '60');
      const limited = JSON.parse((await run('show', EMAIL)).text) as {
        keys: { requests_per_minute: number; created_at: string; expires_at: string }[];
      };
      const [{ requests_per_minute, created_at, expires_at } = {} as never] = limited.keys;
      expect(requests_per_minute).toBe(60);
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 24 * 3600 * 1000);
      await database.source.query(`UPDATE api_key SET ${old}`);
      await rows.removeUnused();
      expect([await accounts.byId(id), await count('api_key')]).toEqual([null, 0]);
    });

    it.each([
      [[]],
      [['add-key', EMAIL, '', 'read']],
      [['add-key', EMAIL, 'Bot\nnet', 'read']],
      [['add-key', EMAIL, 'Bot', 'admin']],
      [['add-key', EMAIL, 'Bot', 'read', 'soon']],
      [['add-key', EMAIL, 'Bot', 'read', '-', '0']],
      [['add-key', EMAIL, 'Bot', 'read', '30', '60', '1']],
      [['revoke-key', EMAIL]],
      [['delete']],
      [['constructor', EMAIL]],
      [['delete', EMAIL, 'now']],
      [['tier', EMAIL, '']],
      [['tier', EMAIL, '<b>']],
    ])('gets only the usage text for the command %j', async (asked) => {
      await made();
      const { ok, text } = await run(...asked);
      expect([ok, text.includes('npm run accounts -- delete <email>')]).toEqual([false, true]);
      expect(await accounts.byEmail(EMAIL)).toMatchObject({ tier: 'free' });
    });
  });

  it('are verified once', async () => {
    const { id } = await made();
    await accounts.markVerified(id);
    const { verifiedAt } = (await accounts.byId(id)) as Account;
    await accounts.markVerified(id);
    expect((await accounts.byId(id))?.verifiedAt).toEqual(verifiedAt);
    expect(verifiedAt).not.toBeNull();
  });

  it('save a limited number of downloads a day, even concurrently', async () => {
    const { id } = await made();
    const take = (limit: number | null) => rows.takeSaved(id, limit);
    const all = await Promise.all(Array.from({ length: 20 }, () => take(3)));
    expect(all.filter(Boolean)).toHaveLength(3);
    expect(await take(null)).toBe(true);
    expect(await accounts.byId(id)).toMatchObject({ savedCount: 4 });
    await database.source.query('UPDATE account SET saved_on = saved_on - 1');
    expect([await take(1), await take(1)]).toEqual([true, false]);
    expect(await rows.takeSaved('nobody', null)).toBe(false);
  });
});
