import { ERRORS, type ErrorCode, MERGE_EVENTS } from '@dipper/contract';
import { type Operation, type Reply, TAGS } from './operation.js';
import { ACCOUNTS } from './operations/accounts.js';
import { MAKING } from './operations/making.js';
import { SITE } from './operations/site.js';
import { componentSchemas, type JsonSchema, querySchema, reference } from './schemas.js';

/** Every endpoint of the HTTP API. */
export const OPERATIONS: readonly Operation[] = [...MAKING, ...SITE, ...ACCOUNTS];

/** Any endpoint may return these errors. */
const GENERAL_ERRORS: readonly ErrorCode[] = [
  ...(['INVALID_REQUEST', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'JSON_EXPECTED'] as const),
  ...(['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const),
];

const DESCRIPTION = `The website uses this API, and any other program may use it too.

- Bodies are JSON in UTF-8, at most 64 KB. Unknown fields of requests are ignored, and replies may gain fields.
- Sizes are in bytes, durations in seconds, rates in kbit/s, times in ISO 8601.
- Every error is an \`Error\`. \`code\` is for programs, \`error\` is an English sentence for people. A 429 or 503 has a \`Retry-After\` in seconds if waiting helps.
- Anyone who knows a task id can see its progress and its file, so treat it like a password.
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

function parametersOf({ path, query }: Operation): readonly Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  if (query === undefined) {
    return inPath;
  }
  const { properties, required } = querySchema(query);
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name) },
    schema,
  }));
  return [...inPath, ...inQuery];
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
function errorsOf({ errors }: Operation): Readonly<Record<string, JsonSchema>> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...errors, ...GENERAL_ERRORS])) {
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

function securityOf({ token }: Operation): object {
  if (token === undefined) {
    return { security: [] };
  }
  const security = [{ [token === 'refresh' ? 'refreshToken' : 'accessToken']: [] }];
  return { security: token === 'optional' ? [{}, ...security] : security };
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
    // A documented reply takes precedence over the general errors of its status.
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
    // The version of the API, which grows compatibly; not that of the server.
    info: { title: 'Dipper', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshToken: { type: 'http', scheme: 'bearer' },
      },
    },
    'x-socket': SOCKET,
  };
}
