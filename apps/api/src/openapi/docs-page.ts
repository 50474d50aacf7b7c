import { API } from '@dipper/contract';
import type { ThemeChoice } from '@dipper/site';
import { DOCS_STYLE } from './docs-style.js';
import type { OpenApiDocument } from './document.js';
import { Html, html, line, prose } from './html.js';
import {
  type Content,
  type Shown,
  type ShownDocument,
  shownDocumentSchema,
  type ShownOperation,
  type ShownSocket,
  type ShownWebhooks,
} from './shown-document.js';

/** Limits such as "1 to 200 characters", which JSON Schema spreads over several keywords. */
const LIMITS = [
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'pattern', 'default'],
];

const commas = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html`${separator}${part}`))}`;

/** A type in one line: a link to a named schema, "array of string", `"mp4" | "webm"`. */
function typeOf(schema: Shown): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#${name}">${name}</a>`;
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) {
    return commas(variants.map(typeOf), ' or ');
  }
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) {
    return commas(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' ',
    );
  }
  if (schema.items !== undefined) {
    return html`array of ${typeOf(schema.items)}`;
  }
  return html`${[schema.type ?? 'any'].flat().join(' or ')}`;
}

function limitsOf(schema: Shown): Html {
  const limits = LIMITS.filter((name) => schema[name] !== undefined);
  return commas(
    limits.map((name) => html`${name} <code>${JSON.stringify(schema[name])}</code>`),
    ', ',
  );
}

function row(name: string, schema: Shown, isRequired: boolean, description = ''): Html {
  return html`<tr>
    <th scope="row"><code>${name}</code>${isRequired && html` <small>required</small>`}</th>
    <td>
      ${typeOf(schema)} <small>${limitsOf(schema)}</small>${nested(schema)}
      ${description !== '' && prose(description)}
    </td>
  </tr>`;
}

/** The properties of a schema as a table; null if it has none. */
function nested(schema: Shown): Html | null {
  const own = schema.properties ?? schema.items?.properties;
  if (own !== undefined) {
    const required = schema.required ?? schema.items?.required ?? [];
    return html`<table>
      ${Object.entries(own).map(([name, one]) => row(name, one, required.includes(name)))}
    </table>`;
  }
  const variants = (schema.anyOf ?? schema.oneOf ?? []).filter((one) => one.properties);
  return variants.length === 0 ? null : html`${variants.map((one) => html`${nested(one)}`)}`;
}

function contentOf(content: Content = {}): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<p><code>${type}</code>${schema !== undefined && html`: ${typeOf(schema)}`}</p>`,
  )}`;
}

/** "Bearer token (optional): accessToken or apiKey with the scope `read`". */
function tokensHtml(security: NonNullable<ShownOperation['security']>): Html | null {
  const tokens = security.flatMap((one) => Object.entries(one));
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  const shown = tokens.map(([name, scopes]) =>
    scopes.length === 0
      ? html`${name}`
      : html`${name} with the scope <code>${scopes.join(' ')}</code>`,
  );
  return tokens.length === 0
    ? null
    : html`<p>Bearer token${isOptional && ' (optional)'}: ${commas(shown, ' or ')}</p>`;
}

// A link to an element inside a closed `details` opens it, so the ids are inside.
function operationHtml(method: string, path: string, operation: ShownOperation): Html {
  const { operationId: id, summary, description, parameters = [], requestBody } = operation;
  return html`<details>
    <summary>
      <b class="${method}">${method.toUpperCase()}</b> <code>${path}</code>
      <span>${summary}</span>
    </summary>
    <div id="${id}">
      ${description !== undefined && html`${prose(description)}`}
      ${tokensHtml(operation.security ?? [])}
      ${
        parameters.length > 0 &&
        html`<h4>Parameters</h4>
          <table>
            ${parameters.map((one) => row(one.name, one.schema, one.required, one.description))}
          </table>`
      }
      ${
        requestBody !== undefined &&
        html`<h4>Body</h4>
          ${contentOf(requestBody.content)}`
      }
      <h4>Replies</h4>
      <dl>
        ${Object.entries(operation.responses).map(
          ([status, reply]) =>
            html`<dt>${status}</dt>
              <dd>${prose(reply.description)} ${contentOf(reply.content)}</dd>`,
        )}
      </dl>
    </div>
  </details>`;
}

function tagHtml(tag: string, { paths }: ShownDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method, path, operation] as const),
  );
  return html`<section>
    <h2>${tag}</h2>
    ${operations
      .filter(([, , { tags }]) => tags.includes(tag))
      .map(([method, path, operation]) => operationHtml(method, path, operation))}
  </section>`;
}

function socketHtml(socket: ShownSocket): Html {
  const events = (['client-to-server', 'server-to-client'] as const).flatMap((way) =>
    Object.entries(socket[way]).map(
      ([event, { description, payload }]) =>
        html`<dt><code>${event}</code> ${way.replaceAll('-', ' ')}</dt>
          <dd>${prose(description)} ${typeOf(payload)}${nested(payload)}</dd>`,
    ),
  );
  return html`<section>
    <h2>Live progress</h2>
    <p>${socket.transport}. ${socket.description}</p>
    <dl>${events}</dl>
  </section>`;
}

function webhooksHtml(webhooks: ShownWebhooks): Html {
  return html`<section>
    <h2>Webhooks</h2>
    ${Object.values(webhooks).map(({ post }) => {
      const { summary, description = '', parameters = [], requestBody } = post;
      const body = requestBody?.content['application/json']?.schema;
      return html`<p>${line(summary)}.</p>
        ${prose(description)}
        <h4>Headers</h4>
        <table>
          ${parameters.map((one) => row(one.name, one.schema, one.required, one.description))}
        </table>
        <h4>Body</h4>
        ${body !== undefined && nested(body)}`;
    })}
  </section>`;
}

/** Each theme's attribute. Without one, the page follows the system. */
const THEMES: Readonly<Record<ThemeChoice, Html>> = {
  light: html`data-theme="light"`,
  dark: html`data-theme="dark"`,
  auto: html``,
};
/**
 * This is not part of a template, because a formatter may change a template's whitespace, and the
 * policy contains the style's hash.
 */
const STYLE = new Html(`<style>${DOCS_STYLE}</style>`);

/**
 * The API reference as a page without scripts. Swagger UI, Redoc and Scalar write inline styles,
 * which our content security policy forbids.
 * @param theme the visitor's choice
 * @returns the page; its only inline style is DOCS_STYLE
 */
export function docsPage(document: OpenApiDocument, theme: ThemeChoice = 'auto'): string {
  const shown = shownDocumentSchema.parse(document);
  const { info, components, tags, webhooks } = shown;
  const page = html`<!doctype html>
    <html lang="en" ${THEMES[theme]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>HTTP API – ${info.title}</title>
        ${STYLE}
      </head>
      <body>
        <main>
          <p><a href="/">Back to the site</a></p>
          <h1>HTTP API</h1>
          ${prose(info.description)}
          <p><a href="${API.openApi}">OpenAPI 3.1 document</a></p>
          ${tags.map(({ name }) => tagHtml(name, shown))} ${socketHtml(shown['x-socket'])}
          ${webhooksHtml(webhooks)}
          <section>
            <h2>Schemas</h2>
            ${Object.entries(components.schemas).map(
              ([name, schema]) =>
                html`<details>
                  <summary><code>${name}</code></summary>
                  <div id="${name}">
                    <p>${typeOf(schema)}</p>
                    ${nested(schema)}
                  </div>
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
  return page.text;
}
