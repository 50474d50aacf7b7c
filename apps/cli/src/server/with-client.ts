import { type Client, createClient } from '@dipper/client';
import type { Context } from '../context.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { startOwnServer } from './own-server.js';

export interface Server {
  /** Null to start a server. */
  readonly url: string | null;
  readonly key: string | undefined;
}

/** Returns the server that the option or the environment names. @throws CommandError */
export function chosenServer(option: string | null, { env }: Pick<Context, 'env'>): Server {
  const url = option ?? (env['DIPPER_URL'] || null);
  if (url !== null && !/^https?:\/\/[^/]/i.test(url)) {
    const message = `DIPPER_URL is an address like https://dipper.example, not "${url}". Correct or unset it.`;
    throw new CommandError(EXIT.usage, message);
  }
  const key = env['DIPPER_KEY']?.trim() || undefined;
  // Check the key here, because the error of `fetch` would quote it.
  if (key !== undefined && !/^[\x21-\x7E]+$/.test(key)) {
    const message = 'DIPPER_KEY contains characters that no key has. Copy it again.';
    throw new CommandError(EXIT.usage, message);
  }
  return { url, key };
}

export interface Connection {
  readonly client: Client;
  readonly url: string;
}

/**
 * Runs work with a server, which is started if none was named.
 * @param onStart called before a server is started, which may take some seconds
 */
export async function withClient<T>(
  { url, key }: Server,
  context: Context,
  work: (connection: Connection) => Promise<T>,
  onStart: () => void,
): Promise<T> {
  // Imported only here, because commands that fail early do not need it.
  const { openMergeSocket } = await import('@dipper/client/socket');
  const connect = (server: string, ownKey: string | undefined) =>
    work({
      client: createClient({ server, key: ownKey, openSocket: openMergeSocket }),
      url: server,
    });
  if (url !== null) {
    return connect(url, key);
  }
  onStart();
  const own = await startOwnServer(context);
  try {
    // Send no key, because a key belongs to another server.
    return await connect(own.url, undefined);
  } finally {
    await own.stop();
  }
}
