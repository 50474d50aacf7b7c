import { defaultDomainConfig } from '@dipper/contract';
import { publishedOrigin } from './published-origin.js';

it.each([
  ['', 'https://visited.example'],
  ['https://main.example', 'https://main.example'],
  ['https://main.example/', 'https://main.example'],
])('with the canonical URL %j the published origin is %s', (canonicalUrl, expected) => {
  const { seo } = defaultDomainConfig('visited.example');
  expect(publishedOrigin({ seo: { ...seo, canonicalUrl } }, 'https://visited.example')).toBe(
    expected,
  );
});
