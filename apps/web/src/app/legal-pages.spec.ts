import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import { PSEUDO_MIRRORED } from '@dipper/site';
import legal from '../i18n/en/legal.json';
import { pseudo } from '../i18n/pseudo.js';
import { render } from './render.js';

const bare = defaultDomainConfig('dipper.example');
const filled: DomainConfig = {
  ...bare,
  authentication_enabled: true,
  contact: { ...bare.contact, email: 'hello@dipper.example' },
  legal: {
    ...{ operator: 'Dipper Ltd', address: '1 Shore Road, Galway' },
    law: 'These terms are governed by the law of Ireland.',
    ...{ hosting: 'It is Shore Hosting.', mailProvider: 'Shore Mail' },
    dmcaAgent: {
      ...{ name: 'The Agent', organization: 'Agency', address: '2 Shore Road', phone: '+1 23' },
      ...{ email: 'copyright@dipper.example', registrationNumber: 'DMCA-42' },
    },
  },
};

async function mainAt(path: string, site: DomainConfig, lang: string): Promise<string> {
  const origin = 'https://dipper.example';
  const { html } = await render({
    ...{ path, search: '', site, origin, lang, retentionSeconds: 3600 },
  });
  return html.split('<main')[1]?.split('</main>')[0] ?? '';
}

/** Returns the visible text of a page. */
async function textAt(path: string, site: DomainConfig): Promise<string> {
  return (await mainAt(path, site, 'en')).replace(/<!-- -->|<[^>]+>/g, '');
}

it.each([
  ['/privacy-policy', ['Dipper Ltd', '1 Shore Road, Galway', 'It is Shore Hosting.', 'Shore Mail']],
  ['/terms-of-service', ['These terms are governed by the law of Ireland.']],
  [
    '/dmca-policy',
    ['The Agent', 'Agency', '2 Shore Road', '+1 23', 'copyright@dipper.example', 'DMCA-42'],
  ],
])('on %s, shows the details that the operator has filled in', async (path, texts) => {
  const shown = await textAt(path, filled);
  expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
  const without = await textAt(path, bare);
  expect(texts.filter((text) => without.includes(text))).toEqual([]);
});

it.each(['/privacy-policy', '/terms-of-service', '/dmca-policy', '/cookie-settings'])(
  'omits missing details from %s without a placeholder or an empty line',
  async (path) => {
    for (const authentication_enabled of [false, true]) {
      const shown = await textAt(path, { ...bare, authentication_enabled });
      expect(shown.length).toBeGreaterThan(1000);
      expect(shown).not.toMatch(/template|lawyer|fill (?:it|this) in|has to name|\[\w+ or /i);
      expect(shown).not.toMatch(/Agent: |Telephone: |:\s*\.|, ,/);
    }
  },
);

it('sends copyright notices to the operator if no agent is configured', async () => {
  expect(await textAt('/dmca-policy', bare)).toContain('To the operator of this domain');
  expect(await textAt('/dmca-policy', filled)).not.toContain('To the operator of this domain');
});

it.each([
  ['/privacy-policy', legal.privacy],
  ['/terms-of-service', legal.terms],
  ['/dmca-policy', legal.dmca],
  ['/cookie-settings', legal.cookies],
])('summarizes %s in the language of the page, above the English text', async (path, summary) => {
  const translated = await mainAt(path, bare, PSEUDO_MIRRORED);
  const escaped = (text: string) => pseudo(text).replaceAll("'", '&#x27;');
  const at = [legal.binding, summary].map((text) => translated.indexOf(escaped(text)));
  const [binding = -1, summed = -1] = at;
  const text = translated.indexOf('<div lang="en" dir="ltr" class="prose">');
  expect(binding).toBeGreaterThan(0);
  expect(summed).toBeGreaterThan(binding);
  expect(text).toBeGreaterThan(summed);
  expect(translated).toContain('<h1 lang="en" dir="ltr"');
  expect(await textAt(path, bare)).not.toContain(legal.binding);
});
