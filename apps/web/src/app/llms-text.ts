import { type LlmsInput, publishedOrigin } from '@dipper/site';
import { loadTexts } from '../i18n/catalogue.js';
import { createI18n } from '../i18n/create-i18n.js';
import english from '../i18n/en/llms.json';
import { filesOf } from '../i18n/files-of.js';
import { siteInLanguage } from './site-config/site-in-language.js';

/** Puts a text on one line, so that it cannot start a heading or a list. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Escapes text for a Markdown link. */
const label = (text: string): string => line(text).replace(/[[\]\\]/g, '\\$&');

/** The text of llms.txt (llmstxt.org) in one language. It describes the site and lists its pages. */
export async function llmsText({ site, language, origin, pages }: LlmsInput): Promise<string> {
  const { TEXTS } = await filesOf(language);
  const words = { ...english, ...((await TEXTS['./llms.json']?.()) as Partial<typeof english>) };
  const i18n = createI18n(language, await loadTexts(language, ['common']));
  const { branding, seo } = siteInLanguage(site, i18n);
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
