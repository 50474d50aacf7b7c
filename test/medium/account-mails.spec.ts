import { ACCOUNT_MESSAGES, API, type ErrorCode } from '@dipper/contract';
import { simpleParser } from 'mailparser';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalOf } from '../harness/catalogue.js';
import { TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { arrived, PostOffice, tokenOf } from '../harness/post-office.js';
import { exchangeRaw, requestText } from '../harness/raw-request.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';

const domains = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
const config = (name: string, value: object): void =>
  writeFileSync(join(domains, `${name}.json`), JSON.stringify(value));
config('default', { authentication_enabled: true });
config('ebb.test', { authentication_enabled: true, branding: { name: 'Ebbcast' } });

const PASSWORD = 'Secret123';
let post: PostOffice;
let server: TestServer;
let client: TestClient;
let people = 0;
/** @returns a new address, so that tests do not share limits or tokens */
const somebody = (): string => `p${(people += 1)}@people.example`;

beforeAll(async () => {
  post = await PostOffice.open();
  server = await TestServer.start({ env: { DOMAINS_DIR: domains, SMTP_URL: post.url } });
  client = new TestClient(server);
});
afterAll(async () => {
  await server.stop();
  await post.close();
  rmSync(domains, { recursive: true });
});

const asked = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function send(path: string, body: object): Promise<[number, unknown]> {
  const response = await client.fetch(path, asked(body));
  return [response.status, await response.json()];
}
const refused = (code: ErrorCode): [number, unknown] => {
  const { status, ...body } = refusalOf(code);
  return [status, body];
};
const done = (message: string): [number, unknown] => [200, { message }];
const INVALID = refused('MAIL_TOKEN_INVALID');

async function registered(): Promise<{ email: string; token: string }> {
  const email = somebody();
  expect((await send(API.register, { email, password: PASSWORD }))[0]).toBe(201);
  return { email, token: tokenOf(await post.mailTo(email)) };
}
const login = (email: string, password = PASSWORD) => send(API.login, { email, password });
const reset = (token: string, new_password = 'Another456') =>
  send(API.resetPassword, { token, new_password });
const sql = (text: string) => rowsOf(server, text);
const nothingIsDue = () =>
  waitUntil(async () => {
    const due = await sql('SELECT 1 FROM account_mail_due WHERE sent_at IS NULL');
    return due.length === 0;
  }, 'nothing due');
/** Skips the minute during which no second email of the same kind is sent. */
async function aMinuteLater(): Promise<void> {
  // The server records an email as sent after it has arrived.
  await nothingIsDue();
  await sql(`UPDATE account_mail_due SET sent_at = sent_at - interval '61 s'`);
}

describe('the email after a registration', () => {
  it('has a link that verifies the address once', async () => {
    const email = somebody();
    await send(API.register, { email: email.toUpperCase(), password: PASSWORD, username: 'Ann' });
    const mail = await post.mailTo(email);
    expect([mail.to, mail.from]).toEqual([[email], '"Dipper" <no-reply@localhost>']);
    expect(mail.link.href).toBe(`${server.url}/?auth=verify-email&token=${tokenOf(mail)}`);
    expect(mail.text.split('\n')).toContain(mail.link.href);
    expect(await login(email)).toMatchObject([200, { user: { email_verified: false } }]);

    expect(await send(API.verifyEmail, { token: ` ${tokenOf(mail)}\n` })).toEqual(
      done(ACCOUNT_MESSAGES.verified),
    );
    expect(await login(email)).toMatchObject([200, { user: { email_verified: true } }]);
    expect(await send(API.verifyEmail, { token: tokenOf(mail) })).toEqual(INVALID);
  });

  it('contains no token if the account already exists, but says that it does', async () => {
    const { email } = await registered();
    await send(API.register, { email, password: 'Attacker1' });
    const mail = await post.mailTo(email, 2);
    expect(mail.subject).toContain('already');
    expect(mail.link.href).toBe(`${server.url}/?auth=login`);
    expect((await login(email, 'Attacker1'))[0]).toBe(401);
  });
});

describe('the link for a forgotten password', () => {
  it('sets a new password once, ends all sessions and verifies the address', async () => {
    const { email, token: verifyToken } = await registered();
    const [, session] = (await login(email)) as [number, { access_token: string }];
    const authorization = `Bearer ${session.access_token}`;
    await send(API.forgotPassword, { email });
    const mail = await post.mailTo(email, 2);
    expect(mail.link.href).toBe(`${server.url}/?auth=reset-password&token=${tokenOf(mail)}`);

    expect(await reset(tokenOf(mail), 'weak')).toEqual(refused('PASSWORD_TOO_SHORT'));
    expect(await reset(tokenOf(mail))).toEqual(done(ACCOUNT_MESSAGES.passwordReset));
    expect(await reset(tokenOf(mail), 'Third789x')).toEqual(INVALID);
    const me = await client.fetch(API.me, { headers: { authorization } });
    expect([me.status, await me.json()]).toEqual(refused('SESSION_ENDED'));
    expect((await login(email))[0]).toBe(401);
    expect(await login(email, 'Another456')).toMatchObject([
      200,
      { user: { email_verified: true } },
    ]);
    expect(await send(API.verifyEmail, { token: verifyToken })).toEqual(INVALID);
  });

  it('stops working when the password is changed, and the owner is notified', async () => {
    const { email, token: verifyToken } = await registered();
    await send(API.verifyEmail, { token: verifyToken });
    const [, session] = (await login(email)) as [number, { access_token: string }];
    await send(API.forgotPassword, { email });
    const token = tokenOf(await post.mailTo(email, 2));
    const changed = await client.fetch(API.changePassword, {
      ...asked({ current_password: PASSWORD, new_password: 'Another456' }),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${session.access_token}`,
      },
    });
    expect(changed.status).toBe(200);
    expect(await reset(token, 'Third789x')).toEqual(INVALID);
    const notice = await post.mailTo(email, 3);
    expect(notice.subject).toBe('Your Dipper password was changed');
    expect(notice.link.href).toBe(`${server.url}/?auth=forgot-password`);
  });

  it('works only for its purpose, and only until it expires or a newer link is sent', async () => {
    const { email, token: verifyToken } = await registered();
    await send(API.forgotPassword, { email });
    const first = tokenOf(await post.mailTo(email, 2));
    expect(await send(API.verifyEmail, { token: first })).toEqual(INVALID);
    expect(await reset(verifyToken)).toEqual(INVALID);

    await aMinuteLater();
    await send(API.forgotPassword, { email });
    const second = tokenOf(await post.mailTo(email, 3));
    expect(await reset(first)).toEqual(INVALID);
    await sql(
      `UPDATE mail_token SET expires_at = now() - interval '1 second' WHERE kind = 'reset'`,
    );
    expect(await reset(second)).toEqual(INVALID);
    // The token of the other email is still valid.
    expect(await send(API.verifyEmail, { token: verifyToken })).toEqual(
      done(ACCOUNT_MESSAGES.verified),
    );
  });

  it.each([
    '',
    'x',
    'a'.repeat(43),
    `' OR 1=1 --`,
    'a'.repeat(500),
    '\u0000',
    7,
    null,
    { $ne: '' },
  ])('cannot be forged with token %#', async (token) => {
    const [status, body] = await send(API.resetPassword, { token, new_password: 'Another456' });
    const codes = ['MAIL_TOKEN_INVALID', 'MAIL_TOKEN_REQUIRED', 'INVALID_REQUEST'];
    expect([status, codes.includes((body as { code: string }).code)]).toEqual([400, true]);
  });
});

it('sends the same reply whether or not the address is known', async () => {
  const { email } = await registered();
  await aMinuteLater();
  for (const [path, message] of [
    [API.forgotPassword, ACCOUNT_MESSAGES.resetSent],
    [API.resendVerification, ACCOUNT_MESSAGES.verificationSent],
  ] as const) {
    const answers = [];
    for (const address of [email, somebody()]) {
      const response = await client.fetch(path, asked({ email: address }));
      const headers = [...response.headers.keys()].sort();
      answers.push([response.status, headers, await response.json()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([200, expect.anything(), { message }]);
  }
  const subjects = [await post.mailTo(email, 2), await post.mailTo(email, 3)].map(
    (it) => it.subject,
  );
  expect(subjects.sort()).toEqual([
    'Choose a new password for Dipper',
    'Verify your email address for Dipper',
  ]);
  await nothingIsDue();
  expect(post.mails.flatMap(({ to }) => to)).not.toContain(`p${people}@people.example`);
});

describe('the site to which links in emails lead', () => {
  async function registeredBy(head: readonly string[]): Promise<string> {
    const email = somebody();
    const body = JSON.stringify({ email, password: PASSWORD });
    const lines = ['content-type: application/json', `content-length: ${body.length}`];
    const request = requestText(
      [`POST ${API.register} HTTP/1.1`, ...head, ...lines, 'connection: close'],
      body,
    );
    expect((await exchangeRaw(server, request)).status).toBe(201);
    const { link, from, html } = await post.mailTo(email);
    expect(html).not.toMatch(/evil/i);
    return `${link.origin} ${from}`;
  }

  it('is the visited site, with its own brand, if that site has a configuration file', async () => {
    expect(await registeredBy([`host: EBB.test:${server.port}`])).toBe(
      `http://ebb.test:${server.port} "Ebbcast" <no-reply@ebb.test>`,
    );
  });

  it.each([
    ['host: evil.example'],
    ['host: evil.example:80'],
    ['host: ebb.test.evil.example'],
    ['host: localhost.evil.example'],
    ['host: evil.example', 'x-forwarded-host: ebb.test'],
  ])('is never an unknown host sent by the caller: %s', async (...head) => {
    expect(await registeredBy(head)).toBe(
      `http://localhost:${server.port} "Dipper" <no-reply@localhost>`,
    );
  });

  it("ignores the caller's port and forwarding headers", async () => {
    const site = await registeredBy(['host: ebb.test:8', 'x-forwarded-host: evil.example']);
    expect(site).toBe('http://ebb.test "Ebbcast" <no-reply@ebb.test>');
  });
});

describe('an email whose sending process is killed', () => {
  const RESET = 'Choose a new password for Dipper';
  const resetsTo = (email: string) =>
    post.mails.filter(({ to, subject }) => to.includes(email) && subject === RESET);

  /**
   * Kills the process, and lets another one find the email as if the two-minute lease of the first
   * had expired.
   */
  async function leaseOver(email: string): Promise<void> {
    await server.kill('SIGKILL');
    await server.run({ SMTP_URL: post.url });
    const open = `email = '${email}' AND sent_at IS NULL`;
    await sql(`DROP TRIGGER IF EXISTS unsent ON account_mail_due`);
    await sql(`UPDATE account_mail_due SET due_at = now() WHERE ${open}`);
    await send(API.forgotPassword, { email: somebody() });
    const left = () => sql(`SELECT 1 FROM account_mail_due WHERE ${open}`);
    await waitUntil(async () => (await left()).length === 0, 'nothing open');
  }

  it('is sent by the next process if the mail server has not received it', async () => {
    const { email } = await registered();
    const reached = post.silentAt('recipient');
    await send(API.forgotPassword, { email });
    await reached;
    await leaseOver(email);
    expect(resetsTo(email)).toHaveLength(1);
    expect(await reset(tokenOf(await post.mailTo(email, 2)))).toEqual(
      done(ACCOUNT_MESSAGES.passwordReset),
    );
  });

  it('is not sent again if the kill came before the reply, unless somebody requests it', async () => {
    const { email } = await registered();
    const reached = post.silentAt('whole mail');
    await send(API.forgotPassword, { email });
    await reached;
    expect(
      await sql(`SELECT 1 FROM account_mail_due WHERE handed_over_at IS NOT NULL
      AND sent_at IS NULL AND email = '${email}'`),
    ).toHaveLength(1);
    await leaseOver(email);
    expect(server.log).toMatch(/not sending it again/);
    expect(resetsTo(email)).toHaveLength(1);
    await aMinuteLater();
    await send(API.forgotPassword, { email });
    await post.mailTo(email, 3);
    expect(new Set(resetsTo(email).map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('is not sent again if the kill came after the reply, before it was recorded', async () => {
    const { email } = await registered();
    // Simulates that moment: the reply has arrived, but the database fails to record it.
    await sql(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not noted'; END $$`);
    await sql(`CREATE TRIGGER unsent BEFORE UPDATE OF sent_at ON account_mail_due
      FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await send(API.forgotPassword, { email });
    await waitUntil(
      () => server.log.includes('this could not be recorded'),
      'a mail that was accepted',
    );
    await leaseOver(email);
    expect(server.log).toMatch(/not sending it again/);
    expect(resetsTo(email)).toHaveLength(1);
  });
});

describe('an email that could not be sent', () => {
  // Matches an email that is postponed, not in progress. A lease would be longer than a minute.
  const OFF = `sent_at IS NULL AND attempts > 0
    AND due_at BETWEEN now() AND now() + interval '1 minute'`;

  /** Requests an email while the mail server is down. @returns the recipient's address */
  async function failed(): Promise<string> {
    const { email } = await registered();
    await post.close();
    await send(API.forgotPassword, { email });
    const isOff = async () => (await sql(`SELECT 1 FROM account_mail_due WHERE ${OFF}`)).length > 0;
    await waitUntil(isOff, 'a try that failed');
    return email;
  }

  /**
   * Ends the pause. An email to somebody else then makes the server look for emails that are due.
   */
  async function pauseOver(): Promise<void> {
    await sql(`UPDATE account_mail_due SET due_at = now() WHERE ${OFF}`);
    await send(API.forgotPassword, { email: somebody() });
  }

  it('is sent when the mail server is back', async () => {
    const email = await failed();
    expect(server.log).toMatch(/could not be sent; trying again in 15 s/);
    expect(server.log).not.toContain(email);
    await post.reopen();
    await pauseOver();
    const token = tokenOf(await post.mailTo(email, 2));
    expect(await reset(token)).toEqual(done(ACCOUNT_MESSAGES.passwordReset));
  });

  it('survives a kill, and is written to the outbox if a mail server is no longer configured', async () => {
    await failed();
    await server.kill('SIGKILL');
    await server.run({ SMTP_URL: '' });
    await pauseOver();
    const outbox = join(server.dataDir, 'outbox');
    await waitUntil(() => server.log.includes('auth=reset-password'), 'its link in the log');
    const [name = '', ...more] = await readdir(outbox);
    const mail = arrived(await simpleParser(await readFile(join(outbox, name))), []);
    expect([more, server.log.includes(mail.link.href)]).toEqual([[], true]);
    expect(await reset(tokenOf(mail))).toEqual(done(ACCOUNT_MESSAGES.passwordReset));
  });
});
