import { API_PREFIX, ERRORS, type ErrorCode, MERGE_EVENTS, WEBHOOK_TYPES } from '@dipper/contract';
import { type Operation, type Reply, TAGS } from './operation.js';
import { ACCOUNTS } from './operations/accounts.js';
import { FEED } from './operations/feed.js';
import { MAKING } from './operations/making.js';
import { SITE } from './operations/site.js';
import { componentSchemas, type JsonSchema, querySchema, reference } from './schemas.js';

/** Every endpoint of the HTTP API. */
export const OPERATIONS: readonly Operation[] = [...MAKING, ...SITE, ...ACCOUNTS, ...FEED];

/** Any endpoint may return these errors. */
const GENERAL_ERRORS: readonly ErrorCode[] = [
  ...(['INVALID_REQUEST', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'JSON_EXPECTED'] as const),
  ...(['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const),
];

/** Errors about API keys. An invalid key is refused everywhere under /api. */
const KEY_ERRORS: readonly ErrorCode[] = ['KEY_INVALID', 'KEY_EXPIRED', 'KEY_SCOPE'];

const DESCRIPTION = `The website uses this API, and any other program may use it too.

- Bodies are JSON in UTF-8, at most 64 KB. Unknown fields of requests are ignored, and replies may gain fields.
- Sizes are in bytes, durations in seconds, rates in kbit/s, times in ISO 8601.
- Every error is an \`Error\`. \`code\` is for programs, \`error\` is an English sentence for people. A 429 or 503 has a \`Retry-After\` in seconds if waiting helps.
- Anyone who knows a task id can see its progress and its file, so treat it like a password.
- A program may send an API key of an account (\`Authorization: Bearer dip_…\`). Its scopes decide which endpoints it may use. A key that is not valid is always refused.
- To follow a task without polling, use the socket (\`x-socket\`).`;

/** The socket protocol, which OpenAPI cannot describe. */
const SOCKET = {
  transport: 'socket.io 4, WebSocket only, default path and namespace',
  description:
    'Pages must be from the same origin; programs must not send an Origin header. A socket may follow 20 tasks.',
  'client-to-server': {
    [MERGE_EVENTS.subscribe]: {
      description: 'Follows a task. The acknowledgement is its status, or an error.',
      payload: {
        type: 'object',
        required: ['task_id'],
        properties: { task_id: { type: 'string' } },
      },
      acknowledgement: {
        anyOf: [
          { $ref: '#/components/schemas/TaskStatus' },
          { $ref: '#/components/schemas/Error' },
        ],
      },
    },
    [MERGE_EVENTS.unsubscribe]: {
      description: 'Stops following a task.',
      payload: {
        type: 'object',
        required: ['task_id'],
        properties: { task_id: { type: 'string' } },
      },
    },
  },
  'server-to-client': {
    [MERGE_EVENTS.update]: {
      description: 'At most ten times a second for each task. The final status is always sent.',
      payload: { $ref: '#/components/schemas/TaskStatus' },
    },
  },
};

type Parameter = Readonly<Record<string, unknown>>;

const WEBHOOK_HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The same each time the message is sent.',
  'webhook-timestamp': 'When the message was sent, in seconds since 1970.',
  'webhook-signature': 'One or more signatures (`v1,` and base64), separated by spaces.',
};

const WEBHOOKS = {
  taskEnded: {
    post: {
      summary: 'Sent to the `callback_url` of a task when it ends',
      description:
        'Signed as specified by Standard Webhooks. Reply within 15 seconds. Unless the status is 2xx or 410, the message is sent again for up to a day. Redirects are not followed.',
      parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
        ...{ name, in: 'header', required: true, description },
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: { type: 'string', enum: WEBHOOK_TYPES },
                timestamp: { type: 'string', description: 'When the task ended.' },
                data: { $ref: '#/components/schemas/TaskStatus' },
              },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'The message has arrived.' },
        '410': { description: 'Stops sending this message.' },
      },
    },
  },
};

const IDEMPOTENCY_KEY: Parameter = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  description:
    'Any text that is unique to the operation, such as a UUID. For a day, a repetition with the same key and body gets the reply to the first request.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = ['IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_BUSY'];

function parametersOf({ path, query, idempotent }: Operation): readonly Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  const inHeader = idempotent ? [IDEMPOTENCY_KEY] : [];
  if (query === undefined) {
    return [...inPath, ...inHeader];
  }
  const { properties, required } = querySchema(query);
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name) },
    schema,
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function replyOf({ description, content }: Reply): JsonSchema {
  return {
    description,
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, schema]) => [
          type,
          schema === null ? {} : { schema: reference(schema) },
        ]),
      ),
    }),
  };
}

/** The error replies of an endpoint, by status. Each lists its codes with their sentences. */
function errorsOf({ errors, path, idempotent }: Operation): Readonly<Record<string, JsonSchema>> {
  const byStatus = new Map<number, ErrorCode[]>();
  const ofKeys = path.startsWith(API_PREFIX) ? KEY_ERRORS : [];
  const ofRepeats = idempotent ? IDEMPOTENCY_ERRORS : [];
  for (const code of new Set([...errors, ...GENERAL_ERRORS, ...ofKeys, ...ofRepeats])) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${ERRORS[code].message}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The ways to authorize a request. `{}` means without authorization. */
function securityOf({ token, scope }: Operation): object {
  const mayBeLeftOut = token === undefined || token === 'optional';
  return {
    security: [
      ...(mayBeLeftOut && scope !== undefined ? [{}] : []),
      ...(token === 'refresh' ? [{ refreshToken: [] }] : []),
      ...(token === 'access' || token === 'optional' ? [{ accessToken: [] }] : []),
      ...(scope === undefined ? [] : [{ apiKey: [scope] }]),
    ],
  };
}

function operationObject(operation: Operation): JsonSchema {
  const { id, tag, summary, description, body, replies } = operation;
  const parameters = parametersOf(operation);
  const successes = replies.map((reply) => [reply.status, replyOf(reply)] as const);
  return {
    operationId: id,
    tags: [TAGS[tag]],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(body) } },
      },
    }),
    // A documented reply takes precedence over the general errors with its status.
    responses: { ...errorsOf(operation), ...Object.fromEntries(successes) },
    ...securityOf(operation),
  };
}

function pathsOf(): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: operationObject(operation),
    };
  }
  return paths;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & JsonSchema;
  readonly [key: string]: unknown;
}

/** Describes the whole HTTP API, in OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0). */
export function openApiDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    // This is the version of the API, which changes only compatibly, not of the server.
    info: { title: 'Dipper', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshToken: { type: 'http', scheme: 'bearer' },
        apiKey: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'dip_…' },
          description:
            'An API key of an account. In `security`, it is listed with the scope that it needs.',
        },
      },
    },
    webhooks: WEBHOOKS,
    'x-socket': SOCKET,
  };
}
