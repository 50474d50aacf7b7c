import { escapeHtml } from '../infra/escape-html.js';

/** HTML that is safe to insert without escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[] | null | false;

function markup(value: Value): string {
  if (value === null || value === false) {
    return '';
  }
  if (value instanceof Html) {
    return value.text;
  }
  return typeof value === 'object'
    ? value.map(({ text }) => text).join('')
    : escapeHtml(String(value));
}

/** A template literal whose values are escaped, except those that are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, at) => part + markup(values[at] ?? null)).join(''));
}

/** Text with `code` in backticks. */
export function line(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** Text with paragraphs, lists ("- ") and `code`, the only Markdown that the document uses. */
export function prose(text: string): readonly Html[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    return lines.every((one) => one.startsWith('- '))
      ? html`<ul>
          ${lines.map((one) => html`<li>${line(one.slice(2))}</li>`)}
        </ul>`
      : html`<p>${line(block)}</p>`;
  });
}
