import { callApi, createClient, jsonBody } from '@dipper/client';
import {
  API,
  createdKeyReplySchema,
  type HistoryReply,
  historyReplySchema,
  sessionReplySchema,
} from '@dipper/contract';

/**
 * Signs in and creates a key for a program that only reads.
 * @returns the key. Store it, because the server never shows it again
 */
export async function createKey(server: string, email: string, password: string): Promise<string> {
  const login = jsonBody('POST', { email, password });
  const session = await callApi(
    createClient({ server }).send,
    API.login,
    sessionReplySchema,
    login,
  );
  const account = createClient({ server, key: session.access_token });
  const wanted = {
    ...{ name: 'Archive', scopes: ['read'] },
    ...{ requests_per_minute: 30, expires_in_days: 90 },
  };
  const created = jsonBody('POST', wanted);
  return (await callApi(account.send, API.keys, createdKeyReplySchema, created)).key;
}

/** Reads what the account of a key has made. @throws ApiFailure with the code of a refusal */
export function historyOf(server: string, key: string): Promise<HistoryReply> {
  return callApi(createClient({ server, key }).send, API.history, historyReplySchema);
}
