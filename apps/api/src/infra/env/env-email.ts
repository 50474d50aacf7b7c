import * as z from 'zod';
import { optional, urlOf } from './env-values.js';

export const email = {
  SMTP_URL: urlOf('smtp:', 'smtps:').meta({
    fallback: 'emails are written to `DATA_DIR/outbox`, and their links to the log',
    description:
      'The mail server for account emails, like `smtp://user:password@host:587`. See [operator.md](operator.md#email).',
  }),
  MAIL_FROM: optional(
    z.string().regex(/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/, {
      error: 'an address, like "Dipper <no-reply@dipper.example>"',
    }),
  ).meta({
    values: 'email address, with or without a name',
    fallback: '`no-reply@` and the host of the site',
    description: 'The sender of account emails.',
  }),
};
