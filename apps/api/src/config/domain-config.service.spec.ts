import { defaultDomainConfig, domainConfigSchema } from '@dipper/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DomainConfigProblem,
  DomainConfigService,
  readConfigFile,
} from './domain-config.service.js';

describe('DomainConfigService', () => {
  it.each([
    ['dipper.example:3000', 'dipper.example'],
    ['LOCALHOST', 'localhost'],
    ['', 'localhost'],
  ])('answers for %s', (host, domain) => {
    const { config, version } = new DomainConfigService().forHost(host);
    expect(config.domain).toBe(domain);
    expect(version).toMatch(/^[\w-]{16}$/);
  });
});

describe('defaultDomainConfig', () => {
  it.each([
    ['dipper.example', 'Dipper'],
    ['www.grab-it.example', 'Grab-it'],
    ['localhost', 'Dipper'],
    ['127.0.0.1', 'Dipper'],
  ])('is valid for %s, and invents no address to write to', (host, name) => {
    const config = defaultDomainConfig(host);
    expect(domainConfigSchema.safeParse(config).success).toBe(true);
    expect(config.contact.email).toBe('');
    expect(config.branding.name).toBe(name);
    expect(config.supportedPlatforms).toHaveLength(13);
  });
});

describe('config/domains/default.json', () => {
  it('starts as the built-in default, for operators to change', () => {
    const shipped = readConfigFile(join(__dirname, '../../../../config/domains/default.json'));
    expect(shipped).toEqual(defaultDomainConfig('localhost'));
  });
});

describe('contact.email', () => {
  it.each([
    ['', true],
    ['help@dipper.example', true],
    [' ', false],
    ['nobody', false],
    [null, false],
    [undefined, false],
  ])('%j: %s', (email, isValid) => {
    const { contact } = domainConfigSchema.shape;
    expect(contact.safeParse({ email, socialMedia: {} }).success).toBe(isValid);
  });
});

describe('seo.canonicalUrl', () => {
  it.each([
    ['', true],
    ['https://www.dipper.example', true],
    ['http://localhost:3000/', true],
    ['www.dipper.example', false],
    ['https://dipper.example/?a=b', false],
    ['https://dipper.example/#top', false],
    ['https://dipper.example/"><script>', false],
    ['javascript:alert(1)', false],
    [' ', false],
  ])('%j: %s', (canonicalUrl, isValid) => {
    const { seo } = defaultDomainConfig('a.example');
    const parsed = domainConfigSchema.shape.seo.safeParse({ ...seo, canonicalUrl });
    expect(parsed.success).toBe(isValid);
  });
});

describe('readConfigFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
  const path = join(folder, 'default.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives null without a file', () => {
    expect(readConfigFile(join(folder, 'none.json'))).toBeNull();
  });

  it('reads what the built-in default would write', () => {
    writeFileSync(path, JSON.stringify(defaultDomainConfig('a.example')));
    expect(readConfigFile(path)?.domain).toBe('a.example');
  });

  it.each([
    ['{', /default\.json: not JSON/],
    ['{}', /default\.json: domain: /],
    [
      JSON.stringify({
        ...defaultDomainConfig('a.example'),
        contact: { email: 'nobody', socialMedia: {} },
      }),
      /default\.json: contact\.email: /,
    ],
  ])('names file, key and rule of a mistake', (text, message) => {
    writeFileSync(path, text);
    expect(() => readConfigFile(path)).toThrow(DomainConfigProblem);
    expect(() => readConfigFile(path)).toThrow(message);
  });
});
