import { Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mailMessage } from './mail-message.js';
import type { Mail, Mailer } from './mailer.port.js';

/** How many emails are kept (the newest), because anyone can request one. */
const KEPT = 500;

/**
 * A timestamp of characters that are valid in file names on every system: "20261122T190312123Z".
 */
function timeName(now: Date): string {
  return now.toISOString().replace(/[-:.]/g, '');
}

/**
 * Writes emails to a folder if there is no SMTP server. Mail programs can open the files, and the
 * link in each email is logged.
 */
export class OutboxMailer implements Mailer {
  private readonly logger = new Logger(OutboxMailer.name);

  /**
   * @param folder created with the first email; only its owner can read it, because the links in
   * the emails grant access
   */
  constructor(
    private readonly folder: string,
    private readonly mailFrom: string | undefined,
    private readonly kept = KEPT,
  ) {}

  async send(mail: Mail, beforeLast: () => Promise<void>): Promise<void> {
    // Imported only when needed, because most servers never send an email.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(mailMessage(mail, this.mailFrom));
    const path = await this.write(message as Buffer, beforeLast);
    // This is a warning because warnings are shown by default, and the recipient does not get this
    // email.
    this.logger.warn(
      `SMTP_URL is not set: "${mail.subject}" is in ${path}${mail.link === null ? '' : `; its link: ${mail.link}`}`,
    );
    await this.removeOld();
  }

  /** Writes the file atomically: it gets its final name only when it is complete. */
  private async write(message: Buffer, beforeLast: () => Promise<void>): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = `${timeName(new Date())}-${randomBytes(4).toString('hex')}.eml`;
    const path = join(this.folder, name);
    const begun = join(this.folder, `.${name}`);
    try {
      const file = await open(begun, 'wx', 0o600);
      try {
        await file.writeFile(message);
        await file.datasync();
      } finally {
        await file.close();
      }
      await beforeLast();
      await rename(begun, path);
    } catch (error) {
      await rm(begun, { force: true });
      throw error;
    }
    return path;
  }

  private async removeOld(): Promise<void> {
    const mails = (await readdir(this.folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of mails.slice(0, -this.kept)) {
      await rm(join(this.folder, name), { force: true });
    }
  }
}
