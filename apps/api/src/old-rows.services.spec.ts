import { Account } from './auth/account/account.entity.js';
import { AccountRepository } from './auth/account/account.repository.js';
import { AccountMailDue } from './auth/mail/account-mail-due.entity.js';
import { DueMailsRepository } from './auth/mail/due-mails.repository.js';
import { MailToken } from './auth/mail/tokens/mail-token.entity.js';
import { MailTokenRepository } from './auth/mail/tokens/mail-token.repository.js';
import { AccountSession } from './auth/session/account-session.entity.js';
import { SessionRepository } from './auth/session/session.repository.js';
import { Download } from './history/download.entity.js';
import { HistoryRepository } from './history/history.repository.js';
import { TestDatabase } from './infra/testing/test-database.js';
import { ShortLink } from './share/short-link.entity.js';
import { ShortLinkRepository } from './share/short-link.repository.js';

/** Two rows of each kind: "old" should be removed, and "new" kept. */
const ROWS = `
  INSERT INTO account (id, email, username, password_hash, profile, created_at, signed_in_at)
    SELECT name, name, '', '', '{}', at, at FROM times;
  INSERT INTO account_session (id, account_id, remembered, expires_at)
    SELECT name, 'new', false, at + interval '1 hour' FROM times;
  INSERT INTO mail_token (hash, account_id, kind, expires_at)
    SELECT name, 'new', name, at + interval '1 hour' FROM times;
  INSERT INTO account_mail_due (kind, email, origin, brand_host, asked_at, sent_at)
    SELECT 'reset', name, '', '', at, at FROM times;
  INSERT INTO short_link (id, params_hash, params, used_on)
    SELECT name, name, '{}', at FROM times;
  INSERT INTO download_history
    (account_id, url, title, title_key, platform, format, status, downloaded_at)
    SELECT 'new', '', name, name, '', 'video', 'completed', at FROM times ORDER BY at;`;

const LEFT: readonly [what: string, sql: string][] = [
  ['accounts', 'SELECT id AS name FROM account'],
  ['sessions', 'SELECT id AS name FROM account_session'],
  ['tokens', 'SELECT kind AS name FROM mail_token'],
  ['mails', 'SELECT email AS name FROM account_mail_due'],
  ['short links', 'SELECT id AS name FROM short_link'],
  ['downloads', 'SELECT title AS name FROM download_history'],
];

// test/medium covers the other statements, but sweeps run too rarely to be covered there.
it('sweeps remove old rows from the embedded database, which has a single session', async () => {
  const database = await TestDatabase.openEmbedded([
    ...[Account, AccountSession, AccountMailDue, MailToken, ShortLink, Download],
  ]);
  try {
    const { source } = database;
    await source.query(`CREATE TEMPORARY TABLE times (name text, at timestamptz)`);
    await source.query(
      `INSERT INTO times VALUES ('old', now() - interval '400 days'), ('new', now())`,
    );
    for (const statement of ROWS.split(';').filter((text) => text.trim() !== '')) {
      await source.query(statement);
    }
    await new AccountRepository(source.getRepository(Account)).removeUnused();
    await new SessionRepository(source.getRepository(AccountSession)).removeExpired();
    await new DueMailsRepository(source.getRepository(AccountMailDue)).removeOld();
    await new MailTokenRepository(source.getRepository(MailToken)).removeExpired();
    await new ShortLinkRepository(source.getRepository(ShortLink)).removeOld();
    await new HistoryRepository(source.getRepository(Download)).removeAllBeyond(1);
    const left: [string, unknown][] = [];
    for (const [what, sql] of LEFT) {
      left.push([what, await source.query(sql)]);
    }
    expect(left).toEqual(LEFT.map(([what]) => [what, [{ name: 'new' }]]));
  } finally {
    await database.drop();
  }
});
