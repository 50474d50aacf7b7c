import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Mail, type Mailer, MailRefused, MailUncertain } from './mailer.port.js';
import { OutboxMailer } from './outbox.mailer.js';
import { SmtpMailer } from './smtp.mailer.js';
import { quietLogger } from '../testing/quiet-logger.js';

const MAIL: Mail = {
  id: '7d44b1c3-0d0e-4a55-9d2e-1f2b6a3c4d5e',
  to: 'ann@example.org',
  fromName: 'Ebbcast',
  fromHost: 'ebbcast.example',
  subject: 'Confirm your address',
  text: 'Open https://ebbcast.example/?auth=verify-email&token=abc',
  html: '<p>Open <a href="https://ebbcast.example/?auth=verify-email&amp;token=abc">this</a></p>',
  link: 'https://ebbcast.example/?auth=verify-email&token=abc',
};

const noted = () => Promise.resolve();

interface Arrived {
  readonly mail: ParsedMail;
  /** Null if there is no envelope. */
  readonly recipients: readonly string[] | null;
}

interface Post {
  mailer(mailFrom?: string): Mailer;
  arrived(): Promise<Arrived[]>;
  close(): Promise<void>;
}

async function smtpPost(): Promise<Post> {
  const mails: Arrived[] = [];
  const server = await smtpServer({
    onData: (stream, { envelope }, done) => {
      void simpleParser(stream).then((mail) => {
        mails.push({ mail, recipients: envelope.rcptTo.map(({ address }) => address) });
        done();
      }, done);
    },
  });
  return {
    mailer: (mailFrom) => new SmtpMailer(server.url, mailFrom),
    arrived: () => Promise.resolve(mails),
    close: server.close,
  };
}

async function outboxPost(): Promise<Post> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-'));
  const outbox = join(folder, 'outbox');
  return {
    mailer: (mailFrom) => new OutboxMailer(outbox, mailFrom),
    arrived: async () => {
      const names = (await readdir(outbox)).filter((name) => !name.startsWith('.'));
      return Promise.all(
        names.map(async (name) => {
          const mail = await simpleParser(await readFile(join(outbox, name)));
          return { mail, recipients: null };
        }),
      );
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function smtpServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...options,
  });
  // Ignore a client that disconnects early.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, close };
}

quietLogger();
afterEach(() => {
  jest.restoreAllMocks();
});

const addresses = (field: AddressObject | AddressObject[] | undefined) =>
  [field ?? []].flat().flatMap(({ value }) => value);

describe.each([
  ['SmtpMailer', smtpPost],
  ['OutboxMailer', outboxPost],
])('%s', (_, open) => {
  let post: Post;
  beforeEach(async () => {
    post = await open();
  });
  afterEach(() => post.close());

  async function sent(mail: Mail, mailFrom?: string): Promise<Arrived> {
    await post.mailer(mailFrom).send(mail, noted);
    const [arrived, ...more] = await post.arrived();
    expect(more).toEqual([]);
    return arrived as Arrived;
  }

  it("sends the text and the link under the brand's name, marked as automatic", async () => {
    const { mail } = await sent(MAIL);
    expect([mail.subject, mail.text?.trim(), mail.html]).toEqual([
      MAIL.subject,
      MAIL.text,
      MAIL.html,
    ]);
    expect(addresses(mail.from)).toEqual([
      { name: 'Ebbcast', address: 'no-reply@ebbcast.example' },
    ]);
    expect(addresses(mail.to)).toEqual([{ name: '', address: MAIL.to }]);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('uses the given Message-ID', async () => {
    expect((await sent(MAIL)).mail.messageId).toBe(`<${MAIL.id}@ebbcast.example>`);
  });

  it('delivers an email after beforeLast, but not if beforeLast fails', async () => {
    const before: number[] = [];
    const fails = async () => {
      before.push((await post.arrived()).length);
      throw new Error('the database is unavailable');
    };
    await expect(post.mailer().send(MAIL, fails)).rejects.toThrow('the database is unavailable');
    await sent({ ...MAIL, subject: 'The next one' });
    const [{ mail } = { mail: null }] = await post.arrived();
    expect([before, mail?.subject]).toEqual([[0], 'The next one']);
  });

  it.each([
    ['post@dipper.example', { name: 'Ebbcast', address: 'post@dipper.example' }],
    ['"The, Post" <post@dipper.example>', { name: 'The, Post', address: 'post@dipper.example' }],
    ['<post@dipper.example>', { name: 'Ebbcast', address: 'post@dipper.example' }],
  ])('uses MAIL_FROM as the sender: %s', async (mailFrom, from) => {
    expect(addresses((await sent(MAIL, mailFrom)).mail.from)).toEqual([from]);
  });

  it.each([
    ['a line break in the name', { fromName: 'Ebb\r\nBcc: eve@evil.example' }],
    ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody' }],
    ['an address in the name', { fromName: '<eve@evil.example>, "x" <y@evil.example>' }],
  ])('adds no recipient for %s', async (__, hostile) => {
    const { mail, recipients } = await sent({ ...MAIL, ...hostile });
    expect([mail.bcc, mail.text?.trim()]).toEqual([undefined, MAIL.text]);
    expect(addresses(mail.from).map(({ address }) => address)).toEqual([
      'no-reply@ebbcast.example',
    ]);
    expect(addresses(mail.to).map(({ address }) => address)).toEqual([MAIL.to]);
    expect(recipients ?? [MAIL.to]).toEqual([MAIL.to]);
  });

  it.each([
    'eve@evil.example,ann@example.org',
    'all:ann@example.org;',
    'ann@example.org\r\nRCPT TO:<eve@evil.example>',
    'x<eve@evil.example>',
    '"ann"@example.org',
    'ann@[127.0.0.1]',
    'ann (x)@example.org',
    'ann@',
    '',
  ])('refuses to send to %j', async (to) => {
    await expect(post.mailer().send({ ...MAIL, to }, noted)).rejects.toBeInstanceOf(MailRefused);
  });

  it('handles non-ASCII names and hosts, and a bare sender address', async () => {
    const { mail } = await sent({
      ...MAIL,
      to: 'ann@bücher.example',
      fromName: 'Ebb & Flüt 🎧',
      fromHost: '[::1]',
      subject: 'Prüfen 🎧',
    });
    expect(mail.subject).toBe('Prüfen 🎧');
    expect(addresses(mail.from)).toEqual([
      { name: 'Ebb & Flüt 🎧', address: 'no-reply@localhost' },
    ]);
  });
});

describe('SmtpMailer', () => {
  const reply = (responseCode: number) => Object.assign(new Error('no'), { responseCode });
  const refuses = (code: number, at: 'onMailFrom' | 'onRcptTo'): SMTPServerOptions => ({
    [at]: (_: unknown, __: unknown, done: (error: Error) => void) => done(reply(code)),
  });
  const refusesData = (code: number): SMTPServerOptions => ({
    onData: (stream, _, done) => void stream.resume().on('end', () => done(reply(code))),
  });

  it.each<[string, SMTPServerOptions, boolean]>([
    ['the recipient is refused permanently', refuses(550, 'onRcptTo'), true],
    ['the recipient is refused temporarily', refuses(450, 'onRcptTo'), false],
    ['the email is refused permanently', refusesData(554), true],
    ['the email is refused temporarily', refusesData(451), false],
    ['our sender is refused', refuses(550, 'onMailFrom'), false],
    ['the connection is refused', { onConnect: (_, done) => done(reply(554)) }, false],
    ['the certificate is not trusted', { disabledCommands: ['AUTH'] }, false],
  ])('reports whether to retry when %s', async (_, options, isRefused) => {
    // nodemailer warns about the self-signed certificate used here.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await smtpServer(options);
    const error = await new SmtpMailer(server.url, undefined)
      .send(MAIL, noted)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    // The server has refused the email, so delivery is not uncertain.
    expect(error).not.toBeInstanceOf(MailUncertain);
    expect([error instanceof MailRefused, String(error).includes(MAIL.to)]).toEqual([
      isRefused,
      false,
    ]);
    await server.close();
  });

  it('reports the delivery as uncertain if the connection breaks after the whole email was sent, but before the reply', async () => {
    const server = await smtpServer({
      onData: (stream) =>
        void stream.resume().on('end', () => {
          mailer.onApplicationShutdown();
        }),
    });
    const mailer = new SmtpMailer(server.url, undefined);
    await expect(mailer.send(MAIL, noted)).rejects.toBeInstanceOf(MailUncertain);
    await server.close();
  });

  it('reports an email as not sent if the connection breaks before all of it was sent', async () => {
    const ended = jest.fn();
    const server = await smtpServer({
      onData: (stream) =>
        void stream
          .resume()
          .on('end', ended)
          .on('error', () => undefined),
    });
    const mailer = new SmtpMailer(server.url, undefined);
    const error = await mailer
      .send(MAIL, () => Promise.resolve(mailer.onApplicationShutdown()))
      .catch((problem: unknown) => problem);
    expect(error).toMatchObject({ code: 'EABORT' });
    expect(error).not.toBeInstanceOf(MailUncertain);
    await server.close();
    expect(ended).not.toHaveBeenCalled();
  });

  async function silentServer(): Promise<{ server: Server; port: number }> {
    const server = createServer((socket) => void socket.on('error', () => undefined));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  }

  it('gives up on a silent or missing server, and at shutdown', async () => {
    const { server, port } = await silentServer();
    const url = `smtp://127.0.0.1:${port}`;
    const impatient = new SmtpMailer(`${url}?greetingTimeout=20`, undefined);
    await expect(impatient.send(MAIL, noted)).rejects.toMatchObject({ code: 'ETIMEDOUT' });

    const closed = new SmtpMailer(url, undefined);
    const waits = closed.send(MAIL, noted);
    closed.onApplicationShutdown();
    await expect(waits).rejects.toMatchObject({ code: 'EABORT' });
    server.close();
    const gone = new SmtpMailer('smtp://127.0.0.1:1', undefined);
    await expect(gone.send(MAIL, noted)).rejects.toMatchObject({ code: 'ESOCKET' });
  });

  it('neither uses a pool nor starts a program, whatever the URL says', async () => {
    const { url, close } = await smtpServer({});
    const mailer = new SmtpMailer(`${url}?pool=true&sendmail=true&path=/bin/false`, undefined);
    await expect(mailer.send(MAIL, noted)).resolves.toBeUndefined();
    await close();
  });
});

describe('OutboxMailer', () => {
  it('keeps the newest emails in files that only their owner can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dipper-'));
    const outbox = join(folder, 'outbox');
    const mailer = new OutboxMailer(outbox, undefined, 2);
    for (const subject of ['one', 'two', 'three']) {
      await mailer.send({ ...MAIL, subject }, noted);
    }
    const names = (await readdir(outbox)).sort();
    expect(names).toHaveLength(2);
    expect(names).toEqual(
      names.map(() => expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{8}\.eml$/) as string),
    );
    const modes = await Promise.all(
      [outbox, join(outbox, names[0] ?? '')].map((path) => stat(path)),
    );
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
    await rm(folder, { recursive: true });
  });
});
