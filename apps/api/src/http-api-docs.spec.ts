import { API, MERGE_EVENTS, shortLinkPath, taskRoute } from '@dipper/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(__dirname, '../../../docs/http-api.md'), 'utf8');

const PAGES = 'GET /{path}';

/** A path as written in docs/http-api.md: "{task_id}" for ":task_id", "{path}" for "{*path}". */
const written = (path: string): string =>
  path.replace(/:(\w+)/g, '{$1}').replace(/\{\*(\w+)\}/g, '{$1}');

/** The path in a decorator's argument: a quoted path, a path from the contract, or none. */
function pathOf(argument: string): string {
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
  return [...source.matchAll(/^ {2}@(Get|Post|Put|Patch|Delete)\((.*)\)$/gm)].map(
    ([, method = '', argument = '']) => {
      const path = `/${base}/${pathOf(argument)}`.replace(/\/{2,}/g, '/').replace(/\/$/, '');
      return `${method.toUpperCase()} ${written(path)}`;
    },
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

it('the HTTP API page names exactly the endpoints that the controllers serve', () => {
  expect([...new Set(documented)].sort()).toEqual([...served].sort());
});

it('controllers take the paths of the API from the contract', () => {
  const literal = controllers.filter(([, source]) => /['"`]\/?api\b/.test(source));
  expect(literal.map(([file]) => file)).toEqual([]);
});

it('the HTTP API page names every path of the contract', () => {
  const paths = Object.values(API).map((path) =>
    typeof path === 'string' ? path : decodeURIComponent(path('{task_id}')),
  );
  expect(paths.filter((path) => !text.includes(` ${path}\``))).toEqual([]);
});

it('the HTTP API page names every socket event', () => {
  expect(Object.values(MERGE_EVENTS).filter((event) => !text.includes(`\`${event}\``))).toEqual([]);
});
