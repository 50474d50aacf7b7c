import { ERRORS, preparedStatus } from '@dipper/contract';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '../infra/egress/egress-policy.js';
import { EgressService } from '../infra/egress/egress.service.js';
import { answerLookups } from '../infra/egress/testing/answer-lookups.js';
import { quietLogger } from '../infra/testing/quiet-logger.js';
import { CallbackUrls } from '../merge/callback/callback-url.js';
import type { ClaimedCallback, TaskCallbacks } from '../merge/callback/task-callbacks.js';
import type { MergeEvents } from '../merge/merge-events.js';
import { newWebhookSecret, signedHeaders } from './signature.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';

/** Verifies a message as the specification requires, but without a constant-time comparison. */
function isGenuine(
  headers: http.IncomingHttpHeaders | Record<string, string>,
  body: string,
  secret: string,
  nowMs: number,
): boolean {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > 300) {
    return false;
  }
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}

const [SECRET, FORMER] = [newWebhookSecret(), newWebhookSecret()];

describe('a signature', () => {
  const NOW = 1_795_000_000_500;
  const message = { id: 'msg_1', body: '{"type":"task.complete"}' };

  it('matches Standard Webhooks', () => {
    // The example from the reference libraries.
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      1_614_265_330_000,
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('proves the id, time and body with either secret, for a few minutes', () => {
    const headers = signedHeaders(message, [SECRET, FORMER], NOW);
    const { body } = message;
    expect([SECRET, FORMER].map((one) => isGenuine(headers, body, one, NOW))).toEqual([true, true]);
    const forged = [
      isGenuine(headers, `${body} `, SECRET, NOW),
      isGenuine({ ...headers, 'webhook-id': 'msg_2' }, body, SECRET, NOW),
      isGenuine({ ...headers, 'webhook-timestamp': '1795000001' }, body, SECRET, NOW),
      isGenuine(headers, body, newWebhookSecret(), NOW),
      isGenuine(headers, body, SECRET, NOW + 600_000),
    ];
    expect(forged).toEqual(Array(5).fill(false));
  });
});

describe('a webhook', () => {
  let receiver: http.Server;
  let port: number;
  let egress: EgressService;
  let replies: Record<string, [status: number, headers?: http.OutgoingHttpHeaders]>;
  let seen: { path: string; body: string; headers: http.IncomingHttpHeaders }[];

  quietLogger();
  beforeEach(async () => {
    [seen, replies] = [[], {}];
    receiver = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        seen.push({ path, headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(...(replies[path] ?? [204])).end();
      });
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    ({ port } = receiver.address() as AddressInfo);
    egress = new EgressService({
      allow: parseEgressAllow(`127.0.0.1:${port}`),
      ownHosts: [],
      ownEndpoints: [],
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await egress.onApplicationShutdown();
    await new Promise((done) => receiver.close(done));
  });

  /** Makes one attempt. @returns how the outcome is stored */
  async function attempt(url: string, more: Partial<ClaimedCallback> = {}): Promise<unknown[]> {
    const claimed: ClaimedCallback = {
      ...{ id: 'msg_1', runId: 'run', accountId: 'account', url, type: 'task.complete' },
      ...{ payload: preparedStatus('task'), endedAt: new Date(0), attempts: 1, ageSeconds: 0 },
      ...more,
    };
    const due = [claimed];
    const settled = new Promise<unknown[]>((resolve) => {
      const callbacks: Partial<TaskCallbacks> = {
        noteEnded: () => Promise.resolve(),
        claim: () => Promise.resolve(due.pop() ?? null),
        settle: (_, outcome, { isDelivered, again }) => {
          resolve([outcome.status ?? outcome.error, isDelivered ? 'delivered' : again]);
          return Promise.resolve();
        },
      };
      const secrets: Partial<WebhookSecrets> = {
        of: () => Promise.resolve({ secret: SECRET, previous_until: null, all: [SECRET] }),
      };
      const sender = new WebhookSender(
        { ROLE: 'all' },
        callbacks as TaskCallbacks,
        secrets as WebhookSecrets,
        egress,
        {} as MergeEvents,
      );
      void sender.look().then(() => sender.beforeApplicationShutdown());
    });
    return settled;
  }

  it('is signed JSON', async () => {
    expect(await attempt(`http://127.0.0.1:${port}/hook?a=b`)).toEqual([204, 'delivered']);
    const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = seen;
    expect([path, headers['content-type']]).toEqual(['/hook?a=b', 'application/json']);
    expect(JSON.parse(body)).toEqual({
      ...{ type: 'task.complete', timestamp: '1970-01-01T00:00:00.000Z' },
      data: { ...preparedStatus('task') },
    });
    expect(isGenuine(headers, body, SECRET, Date.now())).toBe(true);
    expect(Object.keys(headers).sort()).toEqual([
      ...['connection', 'content-length', 'content-type', 'host', 'user-agent'],
      ...['webhook-id', 'webhook-signature', 'webhook-timestamp'],
    ]);
  });

  it.each<[number, number | null]>([
    [500, 15],
    [404, 15],
    [410, null],
  ])('is sent again after the status %d in %s s', async (status, again) => {
    replies['/'] = [status];
    expect(await attempt(`http://127.0.0.1:${port}/`)).toEqual([status, again]);
  });

  it('is sent at growing intervals, for a day', async () => {
    replies['/'] = [500];
    const url = `http://127.0.0.1:${port}/`;
    expect(await attempt(url, { attempts: 5, ageSeconds: 300 })).toEqual([500, 240]);
    expect(await attempt(url, { attempts: 30, ageSeconds: 86_000 })).toEqual([500, null]);
  });

  it('does not follow redirects', async () => {
    replies['/a'] = [307, { location: 'http://169.254.169.254/latest/meta-data/' }];
    replies['/b'] = [302, { location: '/c' }];
    expect(await attempt(`http://127.0.0.1:${port}/a`)).toEqual(['redirects', 15]);
    expect(await attempt(`http://127.0.0.1:${port}/b`)).toEqual(['redirects', 15]);
    expect(seen.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  it.each([['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']])(
    'is never sent to a name that resolves to %s',
    async (address) => {
      const lookups = answerLookups([address]);
      expect(await attempt('https://hook.dipper-example.com/')).toEqual(['address', null]);
      expect(lookups).toHaveBeenCalled();
    },
  );

  it('is not delivered to a port on which nothing is listening', async () => {
    const url = `http://127.0.0.1:${port}/`;
    await new Promise((done) => receiver.close(done));
    expect(await attempt(url)).toEqual(['connection', 15]);
    receiver.listen();
  });

  it.each([
    ['https://hook.dipper-example.com/a?token=1', 'off', true],
    ['https://hook.dipper-example.com:8443/a', 'off', true],
    ['http://hook.dipper-example.com/', 'on', true],
    ['http://hook.dipper-example.com/', 'off', false],
    ['https://127.0.0.1/', 'off', false],
    ['https://[::1]/', 'off', false],
    ['https://0x7f.1/', 'off', false],
    ['https://169.254.169.254/', 'on', false],
    ['https://localhost/', 'off', false],
    ['https://printer.local/', 'off', false],
    ['https://hook.dipper-example.com:22/', 'off', false],
    ['https://user:password@hook.dipper-example.com/', 'off', false],
    ['https://dipper.example/api/auth/logout', 'off', false],
    ['ftp://hook.dipper-example.com/', 'on', false],
    ['file:///etc/passwd', 'on', false],
    ['https://hook.dipper-example.com/\r\nX: y', 'off', false],
  ] as const)(
    'may be requested for %j with CALLBACK_HTTP=%s: %j',
    (url, CALLBACK_HTTP, isAllowed) => {
      const urls = new CallbackUrls(egress, { CALLBACK_HTTP });
      const check = () => urls.allowed(url, 'Dipper.example');
      if (isAllowed) {
        expect(check()).not.toMatch(/[\r\n ]/);
      } else {
        expect(check).toThrow(ERRORS.CALLBACK_NOT_ALLOWED.message);
      }
    },
  );
});
