import type * as z from 'zod';
import { ENV_SECTIONS, type VariableMeta } from './env.schema.js';

const INTRODUCTION = `# Configuration

Every setting of the server is an environment variable, and \`npm start\` needs none of them. If a value is
malformed, or a required one is missing, the server does not start and prints one line that names the variable,
the given value and what is allowed. An empty value counts as not set.

Each site's name, look and features are configured in files
([domain-configuration.md](domain-configuration.md)), and so are proxies and cookies for the sites that Dipper
reads ([operator.md](operator.md)).

<!-- Written by \`npm run docs:configuration\` from apps/api/src/infra/env/env.schema.ts. Edit the schema. -->
`;

const HOUR = 3600;
const GIB = 1024 ** 3;

/** Adds a number in a unit that is easier to read: "21600 (6 h)". */
function readable(name: string, value: unknown): string {
  const number = Number(value);
  if (name.endsWith('_BYTES')) {
    return `\`${number}\` (${number / GIB} GiB)`;
  }
  return name.endsWith('_SECONDS') && number >= HOUR
    ? `\`${number}\` (${number / HOUR} h)`
    : `\`${String(value)}\``;
}

function row(name: string, schema: z.ZodType): string {
  const { values, fallback, description } = (schema.meta() ?? {}) as VariableMeta;
  const value = fallback ?? readable(name, schema.parse(undefined));
  if (values === undefined || description === undefined) {
    throw new Error(`${name} lacks "values" or "description" in env.schema.ts`);
  }
  return `| \`${name}\` | ${values} | ${value} | ${description} |`;
}

/** The text of docs/configuration.md, before the formatter aligns its tables. */
export function configurationPage(): string {
  const sections = Object.entries(ENV_SECTIONS).map(([title, variables]) =>
    [
      `## ${title}`,
      '',
      '| variable | values | default | meaning |',
      '| --- | --- | --- | --- |',
      ...Object.entries<z.ZodType>(variables).map(([name, schema]) => row(name, schema)),
    ].join('\n'),
  );
  return `${[INTRODUCTION, ...sections]
    .join('\n')
    .replace(/\n## /g, '\n\n## ')
    .replace(/\n{3,}/g, '\n\n')}\n`;
}
