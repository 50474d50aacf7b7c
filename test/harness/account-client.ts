import { API, errorReplySchema, type SessionReply, sessionReplySchema } from '@dipper/contract';
import { TestClient } from './client.js';

export const PASSWORD = 'Secret123';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Returns the status and code of a refusal. @throws if the response is not a refusal, or violates
 * the contract
 */
export function refusedAs({ status, body }: Answer): string {
  return `${status} ${errorReplySchema.parse(body).code}`;
}

/**
 * Returns the cookie that a response sets, as `name=value` and its attributes, or an empty list.
 */
export function cookieOf({ headers }: Answer): readonly [pair: string, attributes: string] | [] {
  const [pair, ...attributes] = (headers.getSetCookie()[0] ?? '').split('; ');
  return pair ? [pair, attributes.join('; ')] : [];
}

export class AccountClient extends TestClient {
  /** @param body sent as JSON; a string is sent verbatim */
  async ask(
    method: string,
    path: string,
    { body, token, headers = {} }: Asked = {},
  ): Promise<Answer> {
    const response = await this.fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    return { status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  send(path: string, body: unknown, token?: string): Promise<Answer> {
    return this.ask('POST', path, { body, ...(token !== undefined && { token }) });
  }

  async signIn(email: string, password = PASSWORD): Promise<SessionReply> {
    await this.send(API.register, { email, password });
    return sessionReplySchema.parse((await this.send(API.login, { email, password })).body);
  }
}

interface Asked {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
