import { TestDatabase } from '../../infra/testing/test-database.js';
import { Account } from '../account/account.entity.js';
import { AccountMailDue } from './account-mail-due.entity.js';
import { DueMailsRepository } from './due-mails.repository.js';
import type { MailKind } from './mail-kinds.js';
import { MailToken } from './tokens/mail-token.entity.js';
import { MailTokenRepository } from './tokens/mail-token.repository.js';
import { MailTokens } from './tokens/mail-tokens.service.js';

const SITE = { origin: 'https://ebbcast.example', brandHost: 'ebbcast.example' };

const ENTITIES = [Account, AccountMailDue, MailToken];

describe('account emails', () => {
  let database: TestDatabase;
  let due: DueMailsRepository;
  let tokens: MailTokens;

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], ENTITIES);
    due = new DueMailsRepository(database.source.getRepository(AccountMailDue));
    tokens = new MailTokens(new MailTokenRepository(database.source.getRepository(MailToken)));
  });
  afterAll(() => database.drop());
  beforeEach(() => database.source.query('TRUNCATE account_mail_due, account CASCADE'));

  const ask = (kind: MailKind, email: string) => due.add({ kind, email, ...SITE });
  const later = (sql: string) => database.source.query(`UPDATE account_mail_due SET ${sql}`);
  const count = async (): Promise<number> => {
    const [row]: { n: number }[] = await database.source.query(
      'SELECT count(*)::int AS n FROM account_mail_due',
    );
    return row?.n ?? 0;
  };
  const only = async () => {
    const [mail, ...more] = await due.claim('run', 9);
    expect(more).toEqual([]);
    return mail as NonNullable<typeof mail>;
  };

  describe('a due email', () => {
    it('is given to one process, however many processes claim it at the same time', async () => {
      const people = Array.from({ length: 12 }, (__, at) => `p${at}@example.org`);
      for (const person of people) {
        await ask('verify', person);
      }
      const claims = await Promise.all(
        Array.from({ length: 8 }, (__, at) => due.claim(`run${at}`, 2)),
      );
      const rest = await due.claim('last', 99);
      const given = [...claims.flat(), ...rest].map(({ email }) => email);
      expect(given.sort()).toEqual(people.sort());
    });

    it('is retried after it has been postponed or its process has died', async () => {
      await ask('reset', 'Ann@Example.ORG');
      const first = await only();
      expect(first).toMatchObject({ email: 'ann@example.org', attempts: 1, ...SITE });
      expect(await due.claim('other', 9)).toEqual([]);
      await later(`due_at = now() - interval '1 second'`);
      const second = await due.claim('other', 9);
      expect(second.map(({ attempts }) => attempts)).toEqual([2]);
      // A process that was assumed to be dead has lost its claim.
      await due.drop(first);
      await due.markSent(first);
      await due.postpone(first, 0);
      expect([await count(), await due.claim('third', 9)]).toEqual([1, []]);
      await due.postpone(second[0] as typeof first, 0);
      expect((await only()).attempts).toBe(3);
    });

    it('is handed over only by the process that claimed it, and then never sent again', async () => {
      await ask('reset', 'ann@example.org');
      const first = await only();
      await later(`due_at = now() - interval '1 second'`);
      const second = await only();
      expect([second.messageId, second.isHandedOver]).toEqual([first.messageId, false]);
      await expect(due.handOver({ ...first, runId: 'one that was dead' })).rejects.toThrow(
        'no longer',
      );
      await due.handOver(second);
      await ask('reset', 'ann@example.org');
      expect(await due.claim('other', 9)).toEqual([]);
      // That process dies, and the email is claimed again as possibly sent.
      await later(`due_at = now() - interval '1 second'`);
      const found = await only();
      expect([found.messageId, found.isHandedOver]).toEqual([first.messageId, true]);
      await due.leave(found);
      // The email counts for the limits, and later requests may proceed.
      const next = await only();
      expect([next.messageId === first.messageId, await due.mayBeSent(next)]).toEqual([
        false,
        false,
      ]);
    });

    it('may be sent again if the server refused it after the handover', async () => {
      await ask('reset', 'ann@example.org');
      const first = await only();
      await due.handOver(first);
      await due.postpone(first, 0);
      expect(await only()).toMatchObject({ messageId: first.messageId, isHandedOver: false });
    });

    it('cannot be handed over once a new password has invalidated it', async () => {
      await ask('reset', 'ann@example.org');
      const mail = await only();
      await database.source.query('DELETE FROM account_mail_due');
      await expect(due.handOver(mail)).rejects.toThrow('no longer');
    });

    it('is the only one of its kind for an address, however many were requested', async () => {
      for (const kind of ['verify', 'verify', 'reset', 'verify'] as const) {
        await ask(kind, 'ann@example.org');
      }
      const mails = await due.claim('run', 9);
      expect(mails.map(({ kind }) => kind).sort()).toEqual(['reset', 'verify']);
      for (const mail of mails) {
        await due.markSent(mail);
      }
      expect([await count(), await due.claim('run', 9)]).toEqual([2, []]);
    });

    it('stays the only one while it cannot be sent, and its age counts from the last request', async () => {
      await ask('reset', 'ann@example.org');
      const first = await only();
      await later(`asked_at = now() - interval '23 hours'`);
      for (let at = 0; at < 3; at += 1) {
        await ask('reset', 'ann@example.org');
      }
      await ask('verify', 'ann@example.org');
      await due.postpone(first, 0);
      const mails = await due.claim('run', 9);
      expect(mails.map(({ kind, ageSeconds }) => `${kind} ${ageSeconds < 3600}`).sort()).toEqual([
        'reset true',
        'verify true',
      ]);
      expect(await count()).toBe(2);
    });

    it('is followed by another if it was requested again before it was dropped', async () => {
      await ask('verify', 'ann@example.org');
      const early = await only();
      await ask('verify', 'ann@example.org');
      await due.drop(early);
      expect((await only()).id).not.toBe(early.id);
    });

    it('is sent at most once a minute and five times an hour per kind and address', async () => {
      const outcomes: boolean[] = [];
      for (let at = 0; at < 7; at += 1) {
        await ask('reset', 'ann@example.org');
        const mail = await only();
        outcomes.push(await due.mayBeSent(mail));
        await due.markSent(mail);
        await ask('reset', 'ann@example.org');
        const soon = await only();
        expect(await due.mayBeSent(soon)).toBe(false);
        await due.drop(soon);
        await later(`sent_at = sent_at - interval '61 seconds'`);
      }
      expect(outcomes).toEqual([true, true, true, true, true, false, false]);
      for (const [kind, email] of [
        ['verify', 'ann@example.org'],
        ['reset', 'bob@example.org'],
      ] as const) {
        await ask(kind, email);
        const other = await only();
        expect(await due.mayBeSent(other)).toBe(true);
        await due.drop(other);
      }
      await later(`sent_at = sent_at - interval '1 hour'`);
      await due.removeOld();
      expect(await count()).toBe(0);
    });
  });

  describe('a token', () => {
    const spent = (kind: 'verify' | 'reset', token: string): Promise<string> =>
      new Promise((resolve) => {
        tokens
          .spend(kind, token, (id) => Promise.resolve(resolve(id)))
          .catch((error: { code?: string }) => resolve(error.code ?? 'no code'));
      });

    beforeEach(() =>
      database.source.query(
        `INSERT INTO account (id, email, username, password_hash, profile)
         VALUES ('ann', 'ann@example.org', '', '', '{}'), ('bob', 'bob@example.org', '', '', '{}')`,
      ),
    );

    it('works once, for its account and kind, even with ten concurrent uses', async () => {
      const { token, expiresAt } = await tokens.make('ann', 'reset');
      expect(Math.abs(expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
      const other = await tokens.make('bob', 'reset');
      expect(await spent('verify', token)).toBe('MAIL_TOKEN_INVALID');
      expect(await spent('reset', `${token}x`)).toBe('MAIL_TOKEN_INVALID');
      const tries = await Promise.all(Array.from({ length: 10 }, () => spent('reset', token)));
      expect(tries.sort()).toEqual([...Array<string>(9).fill('MAIL_TOKEN_INVALID'), 'ann']);
      expect(await spent('reset', other.token)).toBe('bob');
    });

    it('ends when it expires, when a newer one of its kind is made, and when all tokens of its account are revoked', async () => {
      const [old, verify] = [await tokens.make('ann', 'reset'), await tokens.make('ann', 'verify')];
      const newer = await tokens.make('ann', 'reset');
      expect(await spent('reset', old.token)).toBe('MAIL_TOKEN_INVALID');
      await database.source.query(
        `UPDATE mail_token SET expires_at = now() - interval '1 second' WHERE kind = 'reset'`,
      );
      expect(await spent('reset', newer.token)).toBe('MAIL_TOKEN_INVALID');
      await tokens.revokeAll('ann');
      expect(await spent('verify', verify.token)).toBe('MAIL_TOKEN_INVALID');
    });

    it('stays valid if the work for which it was used fails, unless there is a newer token', async () => {
      const fails = () => Promise.reject(new Error('busy'));
      const { token } = await tokens.make('ann', 'reset');
      await expect(tokens.spend('reset', token, fails)).rejects.toThrow('busy');
      const failsLate = async () => {
        await tokens.make('ann', 'reset');
        throw new Error('busy');
      };
      await expect(tokens.spend('reset', token, failsLate)).rejects.toThrow('busy');
      expect(await spent('reset', token)).toBe('MAIL_TOKEN_INVALID');
    });

    it('is stored only as a hash', async () => {
      const { token } = await tokens.make('ann', 'verify');
      const rows: unknown = await database.source.query('SELECT * FROM mail_token');
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(token).toMatch(/^[\w-]{43}$/);
    });
  });
});
