import * as contract from '@dipper/contract';
import { API, feedPath, MERGE_EVENTS, routeOf, shortLinkPath, taskRoute } from '@dipper/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VISITOR_LIMITS } from './infra/limits/limited.js';
import { OPERATIONS } from './openapi/document.js';
import type { Operation } from './openapi/operation.js';

const text = readFileSync(join(__dirname, '../../../docs/http-api.md'), 'utf8');

const PAGES = 'GET /{path}';

/** A path as written in docs/http-api.md: "{task_id}" for ":task_id", "{path}" for "{*path}". */
const written = (path: string): string =>
  path.replace(/:(\w+)/g, '{$1}').replace(/\{\*(\w+)\}/g, '{$1}');

/** The path in a decorator's argument: a quoted path, a path from the contract, or none. */
function pathOf(argument: string): string {
  const [, called = '', parameter] = /^routeOf\((?:API\.)?(\w+), '(\w+)'\)$/.exec(argument) ?? [];
  if (parameter !== undefined) {
    const paths = { ...API, feedPath, shortLinkPath };
    const path = paths[called as keyof typeof paths];
    return typeof path === 'string' ? path : routeOf(path, parameter);
  }
  const key = /^(?:taskRoute\()?API\.(\w+)\)?$/.exec(argument)?.[1];
  if (key !== undefined) {
    const path = API[key as keyof typeof API];
    return typeof path === 'string' ? path : taskRoute(path);
  }
  return argument.replace("${shortLinkPath('')}", shortLinkPath('')).replace(/['`]/g, '');
}

/** "GET /api/config" for each method of a controller, read from its source. */
function endpointsOf(source: string): string[] {
  const base = pathOf(/@Controller\(([^)]*)\)/.exec(source)?.[1] ?? '');
  return [...source.matchAll(/^ {2}@(Get|Post|Put|Patch|Delete)\((.*)\)$/gm)].flatMap(
    ([, method = '', argument = '']) =>
      // A handler may serve a list of paths.
      (/^\[(.*)\]$/.exec(argument)?.[1]?.split(', ') ?? [argument])
        .map((one) => `/${base}/${pathOf(one)}`.replace(/\/{2,}/g, '/').replace(/\/$/, ''))
        .map((path) => `${method.toUpperCase()} ${written(path)}`),
  );
}

const controllers = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.controller.ts'))
  .map((file) => [file, readFileSync(join(__dirname, file), 'utf8')] as const);
const served = controllers
  .flatMap(([, source]) => endpointsOf(source))
  .filter((endpoint) => endpoint !== PAGES);
const documented = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)`/g)].map(
  ([, endpoint = '']) => endpoint,
);

it('the HTTP API page lists exactly the endpoints that the controllers serve', () => {
  expect([...new Set(documented)].sort()).toEqual([...served].sort());
});

it('the HTTP API page states the limits of visitors', () => {
  const { search, start, share, relay, image, feed, picture } = VISITOR_LIMITS;
  const sentence =
    `${search.size} pages read, ${start.size} tasks started, created or cancelled, ` +
    `${share.size} short links created, ${relay.size.toLocaleString('en')} relayed media requests, ` +
    `${image.size} images, ${feed.size} podcast feeds, and ${picture.size} waveforms`;
  expect(text.replace(/\s+/g, ' ')).toContain(sentence);
});

const isInterface = (endpoint: string): boolean => / \/(?:api|feed|p)\//.test(endpoint);
const endpointOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

it('the OpenAPI document describes exactly the endpoints of the API', () => {
  expect(OPERATIONS.map(endpointOf).sort()).toEqual(served.filter(isInterface).sort());
});

/** The schemas in `@Body({ schema: … })` and `@Query({ schema: … })` of every handler. */
function parsedInputs(): string[] {
  return controllers.flatMap(([, source]) => {
    const handlers = source.split(/^(?= {2}@(?:Get|Post|Put|Delete)\()/m).slice(1);
    return handlers.flatMap((handler) => {
      // The handler's own decorator is its first line; the base path is in the class's.
      const base = /@Controller\(([^)]*)\)/.exec(source)?.[0] ?? '';
      const [endpoint = ''] = endpointsOf(`${base}\n${handler}`);
      return [...handler.matchAll(/@(Body|Query)\(\{ schema: (\w+) \}\)/g)].map(
        ([, part = '', name = '']) => `${endpoint} ${part} ${name}`,
      );
    });
  });
}

it('the OpenAPI document shows the schemas with which the controllers parse requests', () => {
  const nameOf = (schema: unknown): string =>
    Object.entries(contract).find(([, value]) => value === schema)?.[0] ?? 'another schema';
  const described = OPERATIONS.flatMap((operation) => {
    const [endpoint, { body, query }] = [endpointOf(operation), operation];
    return [
      ...(body ? [`${endpoint} Body ${nameOf(body)}`] : []),
      ...(query ? [`${endpoint} Query ${nameOf(query)}`] : []),
    ];
  });
  // These endpoints parse by hand, or leave out a parameter that they ignore.
  const others = described.filter((line) => line.endsWith('another schema'));
  expect(others).toEqual([
    'GET /api/preview Query another schema',
    'GET /api/download/file/{task_id} Query another schema',
    'POST /api/shorten-preview Body another schema',
  ]);
  const isSame = (line: string): boolean => !line.startsWith('GET /api/preview ');
  expect(parsedInputs().filter(isSame).sort()).toEqual(
    described.filter((line) => !others.includes(line)).sort(),
  );
});

it('the OpenAPI document shows which scopes and repetitions the controllers accept', () => {
  const factsIn = (text: string): string => {
    const scope = /^ *@Scope\('(\w+)'\)$/m.exec(text)?.[1];
    return `${scope ?? ''}${/^ *@Idempotent\(true\)$/m.test(text) ? ' idempotent' : ''}`;
  };
  const accepted = controllers.flatMap(([, source]) => {
    const [head = '', ...handlers] = source.split(/^(?= {2}@(?:Get|Post|Put|Delete)\()/m);
    const base = /@Controller\(([^)]*)\)/.exec(source)?.[0] ?? '';
    return handlers.flatMap((handler) => {
      const [own, general] = [factsIn(handler), factsIn(head)];
      const facts = /^\w/.test(own) ? own : general + own;
      const [decorator = ''] = handler.split('\n');
      return endpointsOf(`${base}\n${decorator}`).map((endpoint) => `${endpoint} ${facts}`);
    });
  });
  const described = OPERATIONS.map(
    (operation) =>
      `${endpointOf(operation)} ${operation.scope ?? ''}${operation.idempotent ? ' idempotent' : ''}`,
  );
  expect(accepted.filter(isInterface).sort()).toEqual(described.sort());
});

it('controllers take the paths of the API from the contract', () => {
  const literal = controllers.filter(([, source]) => /['"`]\/?api\b/.test(source));
  expect(literal.map(([file]) => file)).toEqual([]);
});

it('the HTTP API page names every path of the contract', () => {
  const paths = Object.entries(API).map(([name, path]) =>
    typeof path === 'string'
      ? path
      : decodeURIComponent(
          path(['key', 'webhookReplay', 'feedItem'].includes(name) ? '{id}' : '{task_id}'),
        ),
  );
  expect(paths.filter((path) => !text.includes(` ${path}\``))).toEqual([]);
});

it('the HTTP API page names every socket event', () => {
  expect(Object.values(MERGE_EVENTS).filter((event) => !text.includes(`\`${event}\``))).toEqual([]);
});
