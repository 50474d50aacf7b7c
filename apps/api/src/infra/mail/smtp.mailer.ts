import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { Readable } from 'node:stream';
import { isLoopback } from '../http/request/host-header.js';
import { type Mail, type Mailer, MailRefused, MailUncertain } from './mailer.port.js';
import { mailMessage } from './mail-message.js';

/**
 * The timeouts of the individual steps, milliseconds (`SEND_MS` limits the total). SMTP_URL may
 * override them.
 */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 1000,
};
/**
 * The total time for an email, in milliseconds. A server that trickles bytes must not delay an
 * email forever.
 */
export const SEND_MS = 60_000;

/**
 * True if TLS is required. Passwords are not sent unencrypted, except to this machine, or if the
 * operator sets `requireTLS=false`.
 */
function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !isLoopback(hostname);
}

/**
 * True if a retry is pointless: the recipient or this email was refused permanently (5xx), or the
 * address is unusable. A problem with our sender address or password can be fixed, so it does not
 * count.
 */
function isRefused({ code, command, permanent, responseCode }: NodemailerError): boolean {
  const ofThisMail = command === 'RCPT TO' || code === 'EMESSAGE';
  return (permanent === true && ofThisMail) || (code === 'EENVELOPE' && responseCode === undefined);
}

/** Removes the address from a message, because addresses must not be logged. */
function withoutAddress(message: string, address: string): string {
  return message.replaceAll(address, '(the recipient)').slice(0, 300);
}

class Outgoing {
  /**
   * True once everything has been sent, from when on the server may consider the email complete.
   */
  isWhole = false;
  private last: Promise<void> | null = null;
  private stream: Readable | null = null;

  constructor(private readonly beforeLast: () => Promise<void>) {}

  /**
   * Passes the email through, with a pause before its end. The stream is read once the server has
   * accepted DATA. The final dot is sent when the stream ends, and never if the stream fails. A
   * server must not deliver an unterminated email (RFC 5321, 4.1.1.4).
   */
  through(mail: Readable): Readable {
    this.stream = Readable.from(this.pieces(mail), { objectMode: false });
    return this.stream;
  }

  /** Resolves when the pause has ended. */
  async settled(): Promise<void> {
    await this.last?.catch(() => undefined);
  }

  private async *pieces(mail: Readable): AsyncGenerator<Buffer> {
    for await (const piece of mail) {
      yield piece as Buffer;
    }
    this.last = this.beforeLast();
    await this.last;
    // A stream that was aborted never ends.
    this.isWhole = this.stream?.destroyed === false;
  }
}

/** Sends emails through an SMTP server, each over its own connection. */
export class SmtpMailer implements Mailer, OnApplicationShutdown {
  private readonly transport;
  private readonly closing = new AbortController();

  /**
   * @param url `smtp://user:password@host:587`, or `smtps://`; its query contains nodemailer
   * options
   * @param mailFrom as set by the operator
   */
  constructor(
    url: string,
    private readonly mailFrom: string | undefined,
  ) {
    // Don't use `createTransport` with the URL, whose query could make nodemailer use a pool, or
    // start a program.
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
