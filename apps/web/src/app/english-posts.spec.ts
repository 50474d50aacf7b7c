import { defaultDomainConfig } from '@dipper/contract';
import { PSEUDO_LONG } from '@dipper/site';
import blog from '../i18n/en/blog.json';
import { pseudo } from '../i18n/pseudo.js';
import { render } from './render.js';

const EXISTS_IN_ENGLISH_ONLY = 'mp4-webm-mkv';
const IS_TRANSLATED = 'no-sound-at-1080p';

async function htmlOf(path: string, lang: string): Promise<string> {
  const origin = 'https://dipper.example';
  const site = defaultDomainConfig('dipper.example');
  return (await render({ path, search: '', site, origin, lang, retentionSeconds: 3600 })).html;
}

it('marks posts that are in English only, and links to them on the English site', async () => {
  const html = await htmlOf('/blog', PSEUDO_LONG);
  const links = (html.match(/<a [^>]*href="\/blog\/[^>]*>/g) ?? []).join('\n');
  expect(links).toContain(`href="/blog/${EXISTS_IN_ENGLISH_ONLY}" hrefLang="en"`);
  expect(links).toContain(`href="/blog/${IS_TRANSLATED}">`);
  expect(html.split(`<span>${pseudo(blog.inEnglish)}</span>`)).toHaveLength(8 + 1);
});

it('marks the text of such a post', async () => {
  const html = await htmlOf(`/blog/${EXISTS_IN_ENGLISH_ONLY}`, PSEUDO_LONG);
  expect(html.match(/<article[^>]*>/)?.[0]).toBe('<article lang="en" dir="ltr" class="prose">');
  expect(html.includes(pseudo(blog.inEnglish))).toBe(true);
});

it('marks no post on English pages', async () => {
  for (const path of ['/blog', `/blog/${EXISTS_IN_ENGLISH_ONLY}`]) {
    const html = await htmlOf(path, 'en');
    expect(html.includes(`<span>${blog.inEnglish}</span>`)).toBe(false);
    expect(/<article[^>]* lang=/.test(html)).toBe(false);
  }
});
