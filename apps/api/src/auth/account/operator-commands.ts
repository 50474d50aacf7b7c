import { createKeyInputSchema } from '@dipper/contract';
import type { EntityManager } from 'typeorm';
import { ApiKeyRepository } from '../key/api-keys.repository.js';
import { ApiKeys } from '../key/api-keys.service.js';
import { normalizeEmail } from './normalize-email.js';

interface CommandOutcome {
  readonly ok: boolean;
  /** Output for the operator: a sentence, or the requested data. */
  readonly text: string;
}

/** Restricted because tier names appear in replies and on pages. */
const TIER = /^[\w-]{1,40}$/;

interface Command {
  readonly words: readonly string[];
  /** Words that may follow. */
  readonly optional?: readonly string[];
  readonly does: string;
  /** @returns the output; null if no account has the address */
  readonly run: (manager: EntityManager, ...words: string[]) => Promise<string | null>;
}

async function idOf(manager: EntityManager, email: string): Promise<string | null> {
  const [account]: { id: string }[] = await manager.query(
    'SELECT id FROM account WHERE email = $1',
    [email],
  );
  return account?.id ?? null;
}

/** The input for a key from the words of `add-key` after the address. */
const keyOf = ([name, scopes = '', days = '-', requests = '-']: readonly string[]) => ({
  ...{ name, scopes: scopes.split(',') },
  expires_in_days: days === '-' ? null : Number(days),
  requests_per_minute: requests === '-' ? null : Number(requests),
});

const keysOf = (manager: EntityManager) => new ApiKeys(new ApiKeyRepository(manager));

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
      const keys = await ofAccount(
        'id, name, prefix, scopes, requests_per_minute, created_at, expires_at, last_used_at',
        'api_key',
      );
      const webhooks = await ofAccount(
        'id, task_id, url, type, state, attempts, last_status, created_at',
        'task_callback',
      );
      const feed = await ofAccount(
        'added_at, title, author, url, duration_seconds, file_name, type, bytes, task_id',
        'podcast_item',
      );
      return JSON.stringify({ ...account, sessions, keys, downloads, webhooks, feed }, null, 2);
    },
  },
  tier: {
    words: ['email', 'tier'],
    does: 'sets the tier: "free", or any other name for a paid one, which has higher limits',
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
      const id = await idOf(manager, email);
      await manager.query('DELETE FROM account_session WHERE account_id = $1', [id]);
      return id === null ? null : `${email} is signed out everywhere.`;
    },
  },
  'add-key': {
    words: ['email', 'name', 'scopes'],
    optional: ['days', 'requests'],
    does: 'creates an API key and prints it; scopes: "read" or "read,make"; days until it expires ("-" for never); requests a minute',
    run: async (manager, email = '', ...words) => {
      const id = await idOf(manager, email);
      if (id === null) {
        return null;
      }
      const input = createKeyInputSchema.parse(keyOf(words));
      return (await keysOf(manager).create(id, input)).key;
    },
  },
  'revoke-key': {
    words: ['email', 'id'],
    does: 'revokes the API key with this id, which "show" lists',
    run: async (manager, email = '', keyId = '') => {
      const id = await idOf(manager, email);
      if (id === null) {
        return null;
      }
      await keysOf(manager).revoke(keyId, id);
      return `The key ${keyId} of ${email} is revoked.`;
    },
  },
  delete: {
    words: ['email'],
    does: 'permanently deletes an account with its sessions, history and emails',
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
  .map(([name, { words, optional = [], does }]) => {
    const call = [
      name,
      ...words.map((word) => `<${word}>`),
      ...optional.map((word) => `[${word}]`),
    ];
    return `  npm run accounts -- ${call.join(' ').padEnd(33)} ${does}`;
  })
  .join('\n');

/** Further conditions for the arguments of a command. */
const ARGUMENTS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  tier: ([, tier = '']) => TIER.test(tier),
  'add-key': ([, ...words]) => createKeyInputSchema.safeParse(keyOf(words)).success,
};

/** True for a known command with the right number of arguments. */
export function isCommand([name = '', ...words]: readonly string[]): boolean {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const least = command?.words.length ?? Infinity;
  return (
    words.length >= least &&
    words.length <= least + (command?.optional?.length ?? 0) &&
    (ARGUMENTS[name]?.(words) ?? true)
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
