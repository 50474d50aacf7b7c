import { type LlmsInput, publishedOrigin } from '@dipper/site';
import words from '../i18n/en/llms.json';

/** Puts a text on one line, so that it cannot start a heading or a list. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Escapes text for a Markdown link. */
const label = (text: string): string => line(text).replace(/[[\]\\]/g, '\\$&');

/**
 * The text of llms.txt (llmstxt.org), which describes the site and lists its pages. In English,
 * like URLs without a language prefix.
 */
export function llmsText({ site, origin, pages }: LlmsInput): string {
  const { branding, seo } = site;
  const base = publishedOrigin(site, origin);
  const fill = (text: string): string =>
    text.replace(/\{\{(name|origin)\}\}/g, (_, key) => (key === 'name' ? branding.name : base));
  return [
    `# ${line(branding.name)}`,
    `> ${line(seo.description)}`,
    words.facts.map((fact) => `- ${line(fill(fact))}`).join('\n'),
    `## ${words.pages}`,
    pages
      .map(
        ({ path, title, description }) =>
          `- [${label(title)}](${base}${path}): ${line(description)}`,
      )
      .join('\n'),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
