import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Documented {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}

const document = JSON.parse(
  readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8'),
) as OpenApi;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document, 'openapi');

const ROUTES = Object.entries(document.paths).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  pointer: path.replaceAll('~', '~0').replaceAll('/', '~1'),
  methods,
}));

/**
 * Compares a reply in JSON with docs/openapi.json. Replies of other types and of undocumented paths
 * pass.
 * @param path with or without a query
 * @throws if the reply is not documented for the endpoint, or differs from the documented one
 */
export async function checkReply(method: string, path: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const pathname = path.split('?', 1)[0] ?? '';
  const route = ROUTES.find(({ pattern }) => pattern.test(pathname));
  const key = method.toLowerCase();
  const operation = route?.methods[key];
  if (!type.startsWith('application/json') || route === undefined || operation === undefined) {
    return;
  }
  const reply = operation.responses[String(response.status)];
  if (reply === undefined) {
    throw new Error(`${method} ${pathname}: docs/openapi.json has no reply ${response.status}`);
  }
  if (reply.content?.['application/json']?.schema === undefined) {
    return;
  }
  const pointer = `openapi#/paths/${encodeURIComponent(route.pointer)}/${key}/responses/${response.status}/content/application~1json/schema`;
  const validate = ajv.getSchema(pointer);
  const body: unknown = await response.clone().json();
  if (validate?.(body) !== true) {
    throw new Error(
      `${method} ${pathname} does not reply as docs/openapi.json says: ${ajv.errorsText(validate?.errors)}`,
    );
  }
}
