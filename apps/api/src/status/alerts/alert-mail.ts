import { randomUUID } from 'node:crypto';
import type { Mail } from '../../infra/mail/mailer.port.js';
import type { AlertMessage } from './alert-message.js';

/**
 * The email about a platform. It comes from the installation and not from one of its sites, so it
 * has no branding.
 * @param to the operator's address
 * @param publicUrl as set by the operator; its host sends the email unless MAIL_FROM is set
 */
export function alertMail(message: AlertMessage, to: string, publicUrl: string | undefined): Mail {
  const { text, failing_since: since } = message;
  const lines = [text, since === null ? `Since ${message.at}.` : `Since ${since}.`];
  return {
    ...{ id: randomUUID(), to, subject: text, link: null },
    fromName: 'Dipper',
    fromHost: publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname,
    text: `${lines.join('\n')}\n`,
    // Platform names are ours and need no escaping.
    html: lines.map((line) => `<p>${line}</p>`).join('\n'),
  };
}
