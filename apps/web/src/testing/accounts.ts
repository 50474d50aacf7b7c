import {
  ACCOUNT_MESSAGES,
  DEFAULT_PREFERENCES,
  errorReply,
  type SessionReply,
  type User,
} from '@dipper/contract';

/** A verified account of the free tier. */
export function user(overrides: Partial<User> = {}): User {
  return {
    email: 'ada@example.com',
    username: 'ada',
    email_verified: true,
    profile: {
      display_name: 'Ada Byron',
      avatar_url: '',
      timezone: 'UTC',
      language: 'en',
      country: '',
      preferences: DEFAULT_PREFERENCES,
    },
    subscription: { tier: 'free', usage_limits: { downloads_today: 0, daily_limit: 50 } },
    ...overrides,
  };
}

/** Creates the error of a dropped connection. */
const cut = () => new TypeError('connection lost');

/**
 * Replaces `fetch` with the session part of our server: one session, whose tokens change at each
 * refresh. Any other call with a valid token gets its own name as the reply.
 */
export class SessionServer {
  /** "METHOD /path" of each call that was received. */
  readonly calls: string[] = [];
  account = user();
  /**
   * Decides the outcome of a call: a status without a readable body, an error reply, or a
   * connection lost before ('cut') or after ('lost') the server has processed the call.
   */
  fate: (call: string) => number | { status: number; body: object } | 'cut' | 'lost' | null = () =>
    null;
  /** Awaited before the reply to a refresh. */
  beforeRefresh: () => void | Promise<void> = () => undefined;
  private issued = 0;
  private access = new Set<string>();
  private refresh = new Map<string, 'new' | 'used'>();

  install(): this {
    globalThis.fetch = (input, init) => this.answer(input as string, init ?? {});
    return this;
  }

  count(call: string): number {
    return this.calls.filter((made) => made === call).length;
  }

  /** Issues new tokens for the session. */
  issue(expiresIn = 900): SessionReply {
    this.issued += 1;
    const [access_token, refresh_token] = [`access${this.issued}`, `refresh${this.issued}`];
    this.access.add(access_token);
    this.refresh.set(refresh_token, 'new');
    return { user: this.account, access_token, refresh_token, expires_in: expiresIn };
  }

  expire(): void {
    this.access.clear();
  }

  end(): void {
    this.expire();
    this.refresh.clear();
  }

  isAlive(): boolean {
    return this.refresh.size > 0;
  }

  private async answer(path: string, init: RequestInit): Promise<Response> {
    const call = `${init.method ?? 'GET'} ${path.split('?')[0]}`;
    this.calls.push(call);
    const fate = this.fate(call);
    if (fate === 'cut') {
      throw cut();
    }
    if (fate !== null && fate !== 'lost') {
      return typeof fate === 'number' ? reply(fate) : reply(fate.status, fate.body);
    }
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    const answered = await this.act(call, token);
    if (fate === 'lost') {
      throw cut();
    }
    return answered;
  }

  private async act(call: string, token: string): Promise<Response> {
    if (call === 'POST /api/auth/refresh-token') {
      await this.beforeRefresh();
      if (!this.refresh.has(token)) {
        return refused();
      }
      // The grace period after a lost reply.
      this.refresh.set(token, 'used');
      return reply(200, this.issue());
    }
    if (call === 'POST /api/auth/resend-verification') {
      return reply(200, { message: ACCOUNT_MESSAGES.verificationSent });
    }
    if (!this.access.has(token)) {
      return refused();
    }
    if (call === 'POST /api/auth/logout') {
      this.end();
    }
    return reply(200, { user: this.account, message: call });
  }
}

const refused = () => reply(401, errorReply('SESSION_ENDED'));

function reply(status: number, body?: object): Response {
  return {
    ok: status < 300,
    status,
    statusText: '',
    headers: new Headers(),
    json: () =>
      body === undefined ? Promise.reject(new SyntaxError('no JSON')) : Promise.resolve(body),
  } as unknown as Response;
}
