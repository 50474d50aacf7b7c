import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { type Mail, MailRefused } from './mailer.port.js';

/** A header ends at a line break: nothing that is put into one may hold any. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/**
 * Addresses without the marks that a header or an envelope has a meaning for (RFC 5322 `specials`):
 * nobody's address can name another recipient. Quoted ones, which hardly anybody has, are refused.
 */
const PLAIN_ADDRESS = /^[^\s@\p{Cc}"(),:;<>[\]\\]+@[^\s@\p{Cc}"(),:;<>[\]\\]+$/u;

interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Whom a mail comes from: MAIL_FROM (an address, with a name or without), else nobody at the site. */
function senderOf({ fromName, fromHost }: Mail, mailFrom: string | undefined): Sender {
  const [, name = '', address = mailFrom] = /^(.*)<(.*)>$/.exec(mailFrom ?? '') ?? [];
  const host =
    isIP(fromHost.replace(/^\[|\]$/g, '')) === 0 ? fromHost.replace(/^www\./, '') : 'localhost';
  return {
    name: oneLine(name.replaceAll('"', '')) || oneLine(fromName),
    address: address ?? `no-reply@${host}`,
  };
}

/**
 * A mail as nodemailer takes it.
 * @param mailFrom as the operator has set it
 * @throws MailRefused where the address cannot be written to
 */
export function mailMessage(mail: Mail, mailFrom: string | undefined): SendMailOptions {
  const from = senderOf(mail, mailFrom);
  if (!PLAIN_ADDRESS.test(mail.to)) {
    throw new MailRefused('no address that can be written to');
  }
  return {
    from,
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // RFC 3834: holiday notices are not sent in reply.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
