import { CONTROLS, oneLine } from '@dipper/media';
import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { type Mail, MailRefused } from './mailer.port.js';

/**
 * Accepts only addresses without characters that are special in headers or envelopes (RFC 5322
 * `specials`), so that an address can't add another recipient. Quoted addresses, which are very
 * rare, are refused.
 */
const PLAIN_TEXT = String.raw`[^\s@"(),:;<>[\]\\${CONTROLS}]+`;
const PLAIN_ADDRESS = new RegExp(`^${PLAIN_TEXT}@${PLAIN_TEXT}$`, 'u');

interface Sender {
  readonly name: string;
  readonly address: string;
}

/**
 * The sender: MAIL_FROM (an address, with or without a name), or else a no-reply address of the
 * site.
 */
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
 * Makes an email in nodemailer's format. Names and the subject are put on one line, because a line
 * break would end the header.
 * @param mailFrom as set by the operator
 * @throws MailRefused for an address that can't be used
 */
export function mailMessage(mail: Mail, mailFrom: string | undefined): SendMailOptions {
  const from = senderOf(mail, mailFrom);
  if (!PLAIN_ADDRESS.test(mail.to)) {
    throw new MailRefused('the address cannot be used');
  }
  return {
    from,
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
