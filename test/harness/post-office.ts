import { type ParsedMail, simpleParser } from 'mailparser';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from './wait-until.js';

export interface ArrivedMail {
  readonly to: readonly string[];
  readonly messageId: string;
  readonly subject: string;
  readonly from: string;
  readonly text: string;
  readonly html: string;
  readonly link: URL;
}

/** When the server stops responding: at a recipient, or after a whole email. */
type Silence = 'recipient' | 'whole mail';

/** A real SMTP server on loopback. It keeps its emails and can go down for a while. */
export class PostOffice {
  readonly mails: ArrivedMail[] = [];
  private server: SMTPServer | null = null;
  private port = 0;
  private silence: { readonly at: Silence; readonly begin: () => void } | null = null;

  static async open(): Promise<PostOffice> {
    const office = new PostOffice();
    await office.reopen();
    return office;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Opens the server on the same port as before. */
  async reopen(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onRcptTo: (_, __, done) => {
        if (!this.isSilent('recipient')) {
          done();
        }
      },
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        void simpleParser(stream).then((mail) => {
          this.mails.push(arrived(mail, to));
          if (!this.isSilent('whole mail')) {
            done();
          }
        }, done);
      },
    });
    // Ignores errors, because clients may disconnect midway.
    server.on('error', () => undefined);
    const listening = server.listen(this.port, '127.0.0.1');
    await once(listening, 'listening');
    this.port = (listening.address() as AddressInfo).port;
    this.server = server;
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(resolve)));
  }

  /**
   * Makes the server stop responding to the next client at the given point.
   * Resolves when that client is waiting. By then, the server has kept a whole email.
   */
  silentAt(at: Silence): Promise<void> {
    return new Promise((begin) => {
      this.silence = { at, begin };
    });
  }

  /** Waits for the n-th email to an address (1 is the first). */
  mailTo(address: string, nth = 1): Promise<ArrivedMail> {
    const find = (): ArrivedMail | null =>
      this.mails.filter(({ to }) => to.includes(address))[nth - 1] ?? null;
    return waitUntil(find, `mail ${nth} to ${address}`);
  }

  private isSilent(at: Silence): boolean {
    const { silence } = this;
    if (silence?.at !== at) {
      return false;
    }
    this.silence = null;
    silence.begin();
    return true;
  }
}

/** Parses an email. @throws if the email has no link */
export function arrived(mail: ParsedMail, to: readonly string[]): ArrivedMail {
  const html = mail.html || '';
  const href = /<a class="button" href="([^"]+)"/.exec(html)?.[1] ?? '';
  return {
    to,
    html,
    messageId: mail.messageId ?? '',
    subject: mail.subject ?? '',
    from: mail.from?.text ?? '',
    text: mail.text ?? '',
    link: new URL(href.replaceAll('&amp;', '&')),
  };
}

export function tokenOf({ link }: ArrivedMail): string {
  return link.searchParams.get('token') ?? '';
}
