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

it('uses the built-in texts as its English texts', () => {
  expect(common.site).toEqual(siteWords('{{name}}'));
});

it('translates the built-in texts and inserts the brand name', async () => {
  const { branding, seo } = siteInLanguage(builtIn, await inPseudo());
  expect(branding.slogan).toBe(pseudo(common.site.slogan));
  expect(branding.tagline).toBe(pseudo(common.site.tagline));
  expect(seo.title).toContain('Grabbit');
  expect(seo.title).not.toContain('downloader');
  expect(seo.description).toBe(pseudo(common.site.description));
  expect(branding.name).toBe('Grabbit');
});

it("leaves the operator's own words and English unchanged", async () => {
  const own = {
    ...builtIn,
    branding: { ...builtIn.branding, slogan: 'Unser Spruch', tagline: '' },
    seo: { ...builtIn.seo, title: 'Unser Titel', description: 'Unser Text' },
  };
  expect(siteInLanguage(own, await inPseudo())).toEqual(own);
  expect(siteInLanguage(builtIn, createI18n('en', { common }))).toEqual(builtIn);
});

it("uses the operator's own translations, and sends the page no others", async () => {
  const de = { slogan: 'Link rein. Video raus.', title: 'Der Titel' };
  const site = { ...builtIn, translations: { de, ja: { slogan: '保存' } } };
  const words = createI18n('de', await loadTexts('de', ['common']));
  const { branding, seo, translations } = siteInLanguage(site, words);
  expect([branding.slogan, seo.title]).toEqual([de.slogan, de.title]);
  expect(branding.tagline).toBe(words.t('site.tagline', { name: 'Grabbit' }));
  expect(translations).toEqual({});
  const english = siteInLanguage(site, createI18n('en', { common }));
  expect(english).toEqual(builtIn);
});

it('leaks no built-in English into a translated page or its state', async () => {
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
