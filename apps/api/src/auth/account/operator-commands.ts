import type { EntityManager } from 'typeorm';
import { normalizeEmail } from './normalize-email.js';

export interface CommandOutcome {
  readonly ok: boolean;
  /** Output for the operator: a sentence, or the requested data. */
  readonly text: string;
}

/** Restricted because tier names appear in replies and on pages. */
const TIER = /^[\w-]{1,40}$/;

interface Command {
  readonly words: readonly string[];
  readonly does: string;
  /** @returns the output; null if no account has the address */
  readonly run: (manager: EntityManager, ...words: string[]) => Promise<string | null>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  show: {
    words: ['email'],
    does: 'shows everything stored about an account, as JSON',
    run: async (manager, email = '') => {
      const [account]: { id: string }[] = await manager.query(
        `SELECT id, email, username, verified_at, profile, tier, saved_on, saved_count, created_at
         FROM account WHERE email = $1`,
        [email],
      );
      if (account === undefined) {
        return null;
      }
      const ofAccount = (columns: string, table: string): Promise<unknown> =>
        manager.query(`SELECT ${columns} FROM ${table} WHERE account_id = $1`, [account.id]);
      const sessions = await ofAccount('created_at, expires_at, remembered', 'account_session');
      const downloads = await ofAccount(
        'downloaded_at, title, url, platform, format, quality, file_size, duration, status, thumbnail_url, task_id',
        'download_history',
      );
      return JSON.stringify({ ...account, sessions, downloads }, null, 2);
    },
  },
  tier: {
    words: ['email', 'tier'],
    does: 'sets the plan: "free", or the name of a paid one, whose history has no daily limit',
    run: async (manager, email = '', tier = '') => {
      const [, changed]: [unknown, number] = await manager.query(
        'UPDATE account SET tier = $2 WHERE email = $1',
        [email, tier],
      );
      return changed === 0 ? null : `${email} now has the tier "${tier}".`;
    },
  },
  'sign-out': {
    words: ['email'],
    does: 'signs an account out everywhere',
    run: async (manager, email = '') => {
      const [account]: { id: string }[] = await manager.query(
        'SELECT id FROM account WHERE email = $1',
        [email],
      );
      await manager.query('DELETE FROM account_session WHERE account_id = $1', [account?.id]);
      return account === undefined ? null : `${email} is signed out everywhere.`;
    },
  },
  delete: {
    words: ['email'],
    does: 'deletes an account with its sessions, history and emails, for good',
    run: async (manager, email = '') => {
      await manager.query('DELETE FROM account_mail_due WHERE email = $1', [email]);
      const [, removed]: [unknown, number] = await manager.query(
        'DELETE FROM account WHERE email = $1',
        [email],
      );
      return removed === 0 ? null : `The account of ${email} was deleted.`;
    },
  },
};

const USAGE = Object.entries(COMMANDS)
  .map(([name, { words, does }]) => {
    const call = [name, ...words.map((word) => `<${word}>`)].join(' ');
    return `  npm run accounts -- ${call.padEnd(22)} ${does}`;
  })
  .join('\n');

/** True for a known command with the right number of arguments. */
export function isCommand([name = '', ...words]: readonly string[]): boolean {
  return (
    Object.hasOwn(COMMANDS, name) &&
    COMMANDS[name]?.words.length === words.length &&
    (name !== 'tier' || TIER.test(words[1] ?? ''))
  );
}

/**
 * Runs an operator's command in one transaction.
 * @param transaction runs the given work in a transaction
 * @param asked the words that were typed: the name of a command and its arguments
 */
export async function runOperatorCommand(
  transaction: <T>(work: (manager: EntityManager) => Promise<T>) => Promise<T>,
  asked: readonly string[],
): Promise<CommandOutcome> {
  const [name = '', email = '', ...rest] = asked;
  const command = isCommand(asked) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    return { ok: false, text: `Commands for accounts:\n${USAGE}` };
  }
  const address = normalizeEmail(email.trim());
  const text = await transaction((manager) => command.run(manager, address, ...rest));
  return { ok: text !== null, text: text ?? `No account has the email address ${address}.` };
}
