/** @jest-environment node */
import { defaultDomainConfig, siteWords } from '@dipper/contract';
import { PSEUDO_LONG } from '@dipper/site';
import { loadTexts } from '../../i18n/catalogue.js';
import { createI18n } from '../../i18n/create-i18n.js';
import common from '../../i18n/en/common.json';
import { pseudo } from '../../i18n/pseudo.js';
import { render } from '../render.js';
import { siteInLanguage } from './site-in-language.js';

const builtIn = defaultDomainConfig('grabbit.example');
const inPseudo = async () => createI18n(PSEUDO_LONG, await loadTexts(PSEUDO_LONG, ['common']));

it('the English texts are the built-in words', () => {
  expect(common.site).toEqual(siteWords('{{name}}'));
});

it('puts built-in words into the language of the page, with the name of the brand', async () => {
  const { branding, seo } = siteInLanguage(builtIn, await inPseudo());
  expect(branding.slogan).toBe(pseudo(common.site.slogan));
  expect(branding.tagline).toBe(pseudo(common.site.tagline));
  expect(seo.title).toContain('Grabbit');
  expect(seo.title).not.toContain('downloader');
  expect(seo.description).toBe(pseudo(common.site.description));
  expect(branding.name).toBe('Grabbit');
});

it('leaves what an operator wrote, and English, as they are', async () => {
  const own = {
    ...builtIn,
    branding: { ...builtIn.branding, slogan: 'Unser Spruch', tagline: '' },
    seo: { ...builtIn.seo, title: 'Unser Titel', description: 'Unser Text' },
  };
  expect(siteInLanguage(own, await inPseudo())).toEqual(own);
  expect(siteInLanguage(builtIn, createI18n('en', { common }))).toBe(builtIn);
});

it('a page has no built-in English in its head, nor hands any on to the browser', async () => {
  const input = {
    path: '/',
    search: '',
    origin: 'https://grabbit.example',
    lang: PSEUDO_LONG,
    retentionSeconds: 3600,
  };
  const { head, html, state } = await render({ ...input, site: builtIn });
  for (const sentence of Object.values(siteWords('Grabbit'))) {
    expect(`${head}${html}${JSON.stringify(state)}`).not.toContain(sentence);
  }
});
