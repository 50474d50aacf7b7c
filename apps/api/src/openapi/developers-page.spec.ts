import {
  ERRORS,
  type ErrorCode,
  formatSchema,
  LIMITS,
  listQualitySchema,
  mergeStatusSchema,
  WEBHOOK_TYPES,
  wishSchema,
} from '@dipper/contract';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VISITOR_LIMITS } from '../infra/limits/limited.js';
import { limitsOf } from '../infra/limits/tiers.js';
import { newWebhookSecret, signedHeaders } from '../webhooks/signature.js';
import { OPERATIONS } from './document.js';
import type { Operation } from './operation.js';

const text = readFileSync(join(__dirname, '../../../web/src/content/en/developers.mdx'), 'utf8');
const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', code = '']) => ({ language, code }),
);

/** The values that the shell would substitute for its variables. */
const VALUES: Readonly<Record<string, string>> = {
  LINK: 'https://vimeo.com/1',
  TASK: 'task',
  OFFER: 'offer',
  ONCE: 'uuid',
  URL: '',
  DIPPER_KEY: 'dip_key',
};
const filled = (shell: string): string =>
  shell.replace(/\\\n\s*/g, '').replace(/\$(\w+)/g, (whole, name: string) => VALUES[name] ?? whole);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: string;
}

/**
 * The requests in a block of shell commands. If the body comes from a pipe, it is the object in the
 * `jq` command.
 */
const requestsOf = (code: string): Sent[] =>
  [...filled(code).matchAll(/curl [^|\n]*/g)].map(([command = '']) => {
    const [, path = ''] = /"\$DIPPER_URL([^"?]*)/.exec(command) ?? [];
    const quoted = /-d "((?:\\"|[^"])*)"/.exec(command)?.[1]?.replaceAll('\\"', '"');
    const piped = command.includes('-d @-')
      ? /jq '(\{task_id, .*\})'/
          .exec(code)?.[1]
          ?.replace('task_id,', '"task_id": "list",')
          .replace(/(\w+): /g, '"$1": ')
          .replace('.entries[0].id', '"entry"')
      : undefined;
    const body = quoted ?? piped;
    return {
      method: body === undefined ? 'get' : 'post',
      path,
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
      headers: [...command.matchAll(/-H ["']([^"']*)["']/g)].map(([, one]) => one).join('\n'),
    };
  });
const sent = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => requestsOf(code));

const operationOf = ({ method, path }: Pick<Sent, 'method' | 'path'>): Operation | undefined =>
  OPERATIONS.find(
    (one) =>
      one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

it('sends only requests that exist, with valid bodies and headers', () => {
  expect(sent.length).toBeGreaterThan(7);
  for (const request of sent) {
    const operation = operationOf(request);
    expect([request.path, operation?.method]).toEqual([request.path, request.method]);
    if (request.body !== undefined) {
      expect(request.headers).toContain('content-type: application/json');
      const parsed = operation?.body?._zod.run({ value: request.body, issues: [] }, {});
      expect(parsed).toMatchObject({ issues: [] });
    }
    if (request.headers.includes('Idempotency-Key')) {
      expect(operation?.idempotent).toBe(true);
    }
    if (request.headers.includes('Authorization')) {
      expect(operation?.scope).toBeDefined();
    }
  }
});

it('has shell commands with valid syntax', () => {
  const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  expect(() => execFileSync('sh', ['-n'], { input: shell.join('\n') })).not.toThrow();
});

it('explains only fields that formats have, and names every quality', () => {
  const [, table = ''] = /^\| field [^]*?\n\|[ -|]+\n([^]*?)\n\n/m.exec(text) ?? [];
  const fields = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, field]) => field);
  expect(fields.length).toBeGreaterThan(7);
  expect(Object.keys(formatSchema.shape)).toEqual(expect.arrayContaining(fields));
  for (const quality of listQualitySchema.options) {
    expect(text).toContain(`\`${quality}\``);
  }
});

it('names only paths that exist', () => {
  const paths = [...text.matchAll(/https:\/\/dipper\.example(\/api\/[^`?\s]*)/g)].map(
    ([, path = '']) => (path.endsWith('/') ? `${path}task` : path),
  );
  expect(paths.length).toBeGreaterThan(4);
  const unknown = paths.filter((path) =>
    ['get', 'post'].every((method) => operationOf({ method, path }) === undefined),
  );
  expect(unknown).toEqual([]);
});

it('links only to its own sections', () => {
  const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(1);
  expect(sections).toEqual(expect.arrayContaining(links));
});

it('shows recipes that the server accepts', () => {
  const recipes = [...text.matchAll(/^\| `(\{"kind".*?\})`/gm)].map(([, json = '']) => json);
  expect(recipes.length).toBe(5);
  for (const recipe of recipes) {
    expect([recipe, wishSchema.safeParse(JSON.parse(recipe)).success]).toEqual([recipe, true]);
  }
});

it('lists errors with their statuses', () => {
  const rows = [...text.matchAll(/^\| (\d{3}) +\| (.*?) +\|/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, status, codes = ''] of rows) {
    for (const [, code = ''] of codes.matchAll(/`(\w+)`/g)) {
      expect([code, ERRORS[code as ErrorCode]?.status]).toEqual([code, Number(status)]);
    }
  }
});

it('states the limits', () => {
  expect(text).toContain(`A feed has up to ${LIMITS.feedItems} episodes`);
  const { search, start, share, relay } = VISITOR_LIMITS;
  expect(text).toContain(
    `${search.size} links read, ${start.size} tasks created, started or cancelled, ` +
      `${share.size} short links, and ${relay.size.toLocaleString('en')} requests to the relay`,
  );
  expect(text).toContain(
    `${limitsOf('free').keyRequests} a minute, or ` +
      `${limitsOf('paid').keyRequests.toLocaleString('en')} with a paid account`,
  );
});

it('shows a whole webhook message', () => {
  const message = blocks
    .filter(({ language }) => language === 'json')
    .map(({ code }) => JSON.parse(code) as { readonly type?: string; readonly data?: unknown })
    .find(({ type }) => type !== undefined);
  expect(WEBHOOK_TYPES).toContain(message?.type);
  expect(mergeStatusSchema.parse(message?.data)).toEqual(message?.data);
});

describe('the example that verifies a webhook', () => {
  type Check = (headers: Record<string, string>, body: string, secret: string) => boolean;
  const source = blocks.find(({ language }) => language === 'js')?.code ?? '';
  const body = source
    .replace(/^import (\{.*\}) from '(.*)';$/m, "const $1 = require('$2');")
    .replace('export function', 'return function');
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the example as it is written
  const isGenuine = (new Function('require', body) as (load: typeof require) => Check)(require);
  const secret = newWebhookSecret();
  const message = { id: 'msg_1', body: '{"type":"task.complete"}' };

  it('has about ten lines', () => {
    expect(source.trim().split('\n').length).toBeLessThanOrEqual(12);
  });

  it.each<[string, boolean, Record<string, string>, string]>([
    ['a message from the server', true, signedHeaders(message, [secret], Date.now()), message.body],
    [
      'a message that is also signed with the former secret',
      true,
      signedHeaders(message, [newWebhookSecret(), secret], Date.now()),
      message.body,
    ],
    ['another body', false, signedHeaders(message, [secret], Date.now()), '{}'],
    [
      'another secret',
      false,
      signedHeaders(message, [newWebhookSecret()], Date.now()),
      message.body,
    ],
    ['an old message', false, signedHeaders(message, [secret], Date.now() - 600_000), message.body],
    ['no signature', false, {}, message.body],
    [
      'a signature of another length',
      false,
      {
        ...signedHeaders(message, [secret], Date.now()),
        'webhook-signature': `v1,${createHmac('sha1', secret).digest('base64')}`,
      },
      message.body,
    ],
  ])('judges %s', (_, expected, headers, sentBody) => {
    expect(isGenuine(headers, sentBody, secret)).toBe(expected);
  });
});
