import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import { legalAdvice, legalReport } from './legal-report.js';

const bare = defaultDomainConfig('dipper.test');
const complete: DomainConfig = {
  ...bare,
  contact: { ...bare.contact, email: 'hello@dipper.test' },
  legal: {
    ...{ operator: 'Dipper Ltd', address: '1 Shore Road', law: 'Irish law applies.' },
    ...{ hosting: 'A Host; logs for 14 days.', mailProvider: '' },
    dmcaAgent: {
      ...{
        name: 'Agent',
        organization: '',
        address: '1 Shore Road',
        phone: '+1',
        email: 'c@d.test',
      },
      registrationNumber: '',
    },
  },
};

it('reports nothing about a site whose legal pages are complete', () => {
  expect(legalReport([{ file: 'default.json', config: complete }])).toEqual([]);
  expect(legalAdvice([{ file: 'default.json', config: complete }])).toEqual([
    'default.json: the legal pages are complete',
  ]);
});

it('lists all missing keys of a file in one line, and skips samples', () => {
  const report = legalReport([
    { file: 'default.json', config: bare },
    { file: 'clipfox.example.json', config: bare },
  ]);
  expect(report).toEqual([
    expect.stringMatching(/^default\.json: contact\.email, legal\.operator, /),
  ]);
  expect(report[0]).toContain('legal.dmcaAgent.phone');
});

it('requires the email provider only on sites with accounts', () => {
  const config = { ...complete, authentication_enabled: true };
  expect(legalReport([{ file: 'default.json', config }])).toEqual([
    'default.json: legal.mailProvider',
  ]);
});

it('explains the purpose of each missing key to the operator', () => {
  const [heading, ...lines] = legalAdvice([
    { file: 'default.json', config: { ...complete, contact: bare.contact } },
  ]);
  expect(heading).toBe('default.json: the legal pages lack 1');
  expect(lines).toEqual(['  contact.email  all pages: an address to write to']);
});
