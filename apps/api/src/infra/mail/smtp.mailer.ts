import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { Readable } from 'node:stream';
import { isLoopback } from '../http/host-header.js';
import { type Mail, type Mailer, MailRefused, MailUncertain } from './mailer.port.js';
import { mailMessage } from './mail-message.js';

/** How long each step may take, milliseconds; of the whole, `SEND_MS`. SMTP_URL may say otherwise. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 1000,
};
/** Longest time that a mail takes: a server that sends a byte now and then must not hold one for ever. */
export const SEND_MS = 60_000;

/** A password is not sent in the clear, but to this machine, or where the operator says `requireTLS=false`. */
function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !isLoopback(hostname);
}

/**
 * True when another try would be in vain: the recipient or this very mail was refused for good (5xx),
 * or no mail can be addressed like that. What concerns us, our sender or our password can be put right.
 */
function isRefused({ code, command, permanent, responseCode }: NodemailerError): boolean {
  const ofThisMail = command === 'RCPT TO' || code === 'EMESSAGE';
  return (permanent === true && ofThisMail) || (code === 'EENVELOPE' && responseCode === undefined);
}

/** What happened, without the address, which logs do not keep. */
function withoutAddress(message: string, address: string): string {
  return message.replaceAll(address, '(the recipient)').slice(0, 300);
}

/** One mail on its way, and how far it has come. */
class Outgoing {
  /** Everything is out, and the server may take the mail for complete. */
  isWhole = false;
  private last: Promise<void> | null = null;
  private stream: Readable | null = null;

  constructor(private readonly beforeLast: () => Promise<void>) {}

  /**
   * The mail, with a pause before it ends. It is read once the server has accepted DATA; the dot that
   * ends it follows when this stream ends, and never where this stream fails: a server must not
   * deliver what was not ended (RFC 5321, 4.1.1.4).
   */
  through(mail: Readable): Readable {
    this.stream = Readable.from(this.pieces(mail), { objectMode: false });
    return this.stream;
  }

  /** The pause is over, one way or another. */
  async settled(): Promise<void> {
    await this.last?.catch(() => undefined);
  }

  private async *pieces(mail: Readable): AsyncGenerator<Buffer> {
    for await (const piece of mail) {
      yield piece as Buffer;
    }
    this.last = this.beforeLast();
    await this.last;
    // One that was broken off meanwhile never ends.
    this.isWhole = this.stream?.destroyed === false;
  }
}

/** Hands mails to an SMTP server, each by a connection of its own. */
export class SmtpMailer implements Mailer, OnApplicationShutdown {
  private readonly transport;
  private readonly closing = new AbortController();

  /**
   * @param url `smtp://user:password@host:587`, or `smtps://`; nodemailer's options as its query
   * @param mailFrom as the operator has set it
   */
  constructor(
    url: string,
    private readonly mailFrom: string | undefined,
  ) {
    // Not by `createTransport`, which makes a pool, or starts a program, where a query says so.
    const smtp = new SMTPTransport({ ...TIMEOUTS, requireTLS: needsTls(url), url });
    this.transport = createTransport(smtp);
    this.transport.use('stream', ({ data, message }, done) => {
      const { outgoing } = data as { outgoing?: Outgoing };
      message.processFunc((input) => outgoing?.through(input) ?? input);
      done();
    });
  }

  async send(mail: Mail, beforeLast: () => Promise<void>): Promise<void> {
    const message = mailMessage(mail, this.mailFrom);
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(SEND_MS)]);
    const outgoing = new Outgoing(beforeLast);
    try {
      await this.transport.sendMail(Object.assign(message, { signal, outgoing }));
    } catch (error) {
      const { isWhole } = outgoing;
      await outgoing.settled();
      const problem = error as NodemailerError;
      const reason = withoutAddress(problem.message, mail.to);
      if (isRefused(problem)) {
        throw new MailRefused(reason);
      }
      throw isWhole && problem.responseCode === undefined
        ? new MailUncertain(reason)
        : Object.assign(new Error(reason), { code: problem.code });
    }
  }

  onApplicationShutdown(): void {
    this.closing.abort();
    this.transport.close();
  }
}
