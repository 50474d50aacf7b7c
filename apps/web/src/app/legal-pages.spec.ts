import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
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

/** Returns the visible text of a page. */
async function textAt(path: string, site: DomainConfig): Promise<string> {
  const origin = 'https://dipper.example';
  const { html } = await render({
    ...{ path, search: '', site, origin, lang: 'en', retentionSeconds: 3600 },
  });
  const main = html.split('<main')[1]?.split('</main>')[0] ?? '';
  return main.replace(/<!-- -->|<[^>]+>/g, '');
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
