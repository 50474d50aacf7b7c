import { Logger } from '@nestjs/common';
import { defaultDomainConfig, domainConfigSchema } from '@dipper/contract';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainConfigService } from './domain-config.service.js';
import { DomainConfigProblem } from './domain-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
const brand = (name: string) => ({ branding: { name } });
const nameFor = (service: DomainConfigService, host: string) =>
  service.forHost(host).config.branding.name;
/** Refreshes twice, because the first refresh skips files that might still be being written. */
const settle = (service: DomainConfigService) => {
  service.refresh();
  service.refresh();
};

it('warns once at startup about gaps in the legal pages, file by file', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  write('default.json', brand('Everybody'));
  write('tide.test.json', { legal: { operator: 'Tide Ltd' } });
  const service = new DomainConfigService(folder);
  service.onModuleInit();
  service.onModuleDestroy();
  expect(warn).toHaveBeenCalledTimes(1);
  const [line] = warn.mock.calls[0] as [string];
  expect(line).toContain('npm run doctor');
  expect(line).toMatch(/default\.json: contact\.email, legal\.operator, /);
  expect(line).toMatch(/tide\.test\.json: contact\.email, legal\.address, /);
  warn.mockRestore();
});

describe('the configuration of a host', () => {
  it.each([
    ['tide.example', 'Tide'],
    ['TIDE.example:8443', 'Tide'],
    ['tide.example.', 'Tide'],
    ['www.tide.example', 'Tide'],
    ['xn--bcher-kva.example', 'Books'],
    ['shop.tide.example', 'Everybody'],
    ['www.www.tide.example', 'Everybody'],
    ['127.0.0.1:3000', 'Everybody'],
    ['default', 'Everybody'],
    ['', 'Everybody'],
    ['../secret', 'Everybody'],
    ['..%2fsecret', 'Everybody'],
    ['__proto__', 'Everybody'],
    ['constructor', 'Everybody'],
  ])('for %j is named %s', (host, name) => {
    write('default.json', brand('Everybody'));
    write('tide.example.json', brand('Tide'));
    write('bücher.example.json', brand('Books'));
    writeFileSync(join(folder, '..', 'secret.json'), JSON.stringify(brand('Stolen')));
    expect(nameFor(new DomainConfigService(folder), host)).toBe(name);
    rmSync(join(folder, '..', 'secret.json'));
  });

  it("is the built-in one with the host's name if no file matches", () => {
    const { config, version } = new DomainConfigService(folder).forHost('grabbit.example:3000');
    expect(config).toEqual(defaultDomainConfig('grabbit.example'));
    expect(version).toMatch(/^[\w-]{16}$/);
    expect(nameFor(new DomainConfigService(folder), 'LOCALHOST')).toBe('Dipper');
  });

  it('is refused if the configured folder does not exist', () => {
    const start = () => new DomainConfigService(join(folder, 'none'));
    expect(start).toThrow('DOMAINS_DIR: there is no folder');
  });

  it('is the same for all hosts if multiDomainSupport is off', () => {
    write('default.json', { ...brand('One'), features: { multiDomainSupport: false } });
    write('tide.example.json', brand('Tide'));
    expect(nameFor(new DomainConfigService(folder), 'tide.example')).toBe('One');
  });

  it('changes its version only with its content', () => {
    write('tide.example.json', brand('Tide'));
    const service = new DomainConfigService(folder);
    const { version } = service.forHost('tide.example');
    expect(service.forHost('www.TIDE.example:1').version).toBe(version);
    expect(service.forHost('other.example').version).not.toBe(version);
  });
});

describe('the shipped files', () => {
  it('include a default.json equal to the built-in default', () => {
    const { config } = new DomainConfigService().forHost('localhost');
    expect(config).toEqual(defaultDomainConfig('localhost'));
  });

  it('differ in name, colors, font, illustration and first platform', () => {
    const service = new DomainConfigService();
    const hosts = ['localhost', 'ebbcast.example', 'clipfox.example', 'keepwell.example'];
    const sites = hosts.map((host) => service.forHost(host).config);
    for (const site of sites) {
      expect(domainConfigSchema.safeParse(site).success).toBe(true);
    }
    const differ = <T>(of: (site: (typeof sites)[number]) => T) =>
      expect(new Set(sites.map(of)).size).toBe(sites.length);
    differ(({ branding }) => branding.name);
    differ(({ branding }) => branding.slogan);
    differ(({ branding }) => branding.colors.primary);
    differ(({ branding }) => branding.colors.background);
    differ(({ branding }) => branding.font);
    differ(({ branding }) => branding.illustration);
    differ(({ seo }) => seo.description);
    differ(
      ({ supportedPlatforms }) =>
        [...supportedPlatforms].sort((a, b) => a.priority - b.priority).find((it) => it.enabled)
          ?.id,
    );
    expect(new Set(sites.map(({ branding }) => branding.targetAudience)).size).toBe(3);
  });
});

describe('at startup', () => {
  it('reports every mistake in every file', () => {
    write('a.example.json', '{"branding":');
    write('b.example.json', { features: { darkMode: 'yes' }, seo: { title: '' } });
    const start = () => new DomainConfigService(folder);
    expect(start).toThrow(DomainConfigProblem);
    expect(start).toThrow(/a\.example\.json: not JSON/);
    expect(start).toThrow(/b\.example\.json: seo\.title: must not be empty/);
    expect(start).toThrow(/b\.example\.json: features\.darkMode: .*boolean/);
  });

  it.each([
    ['no host.json', /no host\.json: the name of the file: must be a host/],
    ['TIDE.example.json', /names the same host as TIDE\.example\.json/],
  ])('refuses %s', (name, message) => {
    write(name, {});
    write('tide.example.json', {});
    expect(() => new DomainConfigService(folder)).toThrow(message);
  });

  it('ignores files that are not configurations', () => {
    write('.tide.example.json.swp', '{');
    write('.hidden.json', '{');
    write('tide.example.json~', '{');
    write('README.md', '{');
    mkdirSync(join(folder, 'old.json'));
    expect(() => new DomainConfigService(folder)).not.toThrow();
  });
});

describe('at run time', () => {
  const problems: string[] = [];
  function running(): DomainConfigService {
    problems.length = 0;
    const service = new DomainConfigService(folder);
    Object.assign(service, {
      logger: { log: () => undefined, error: (line: string) => problems.push(line) },
    });
    return service;
  }

  it('picks up added, changed, renamed and removed files', () => {
    const service = running();
    write('tide.example.json', brand('Tide'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    write('tide.example.json', brand('Ebb'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Ebb');
    write('new', brand('Flow'));
    renameSync(join(folder, 'new'), join(folder, 'tide.example.json'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Flow');
    rmSync(join(folder, 'tide.example.json'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    expect(service.forHost('tide.example').config).toEqual(defaultDomainConfig('tide.example'));
    expect(problems).toEqual([]);
  });

  it('ignores a file while it is still being written', () => {
    write('tide.example.json', brand('Tide'));
    const service = running();
    write('tide.example.json', '{"branding":{"na');
    service.refresh();
    write('tide.example.json', brand('Ebb and flow'));
    service.refresh();
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    service.refresh();
    expect(nameFor(service, 'tide.example')).toBe('Ebb and flow');
    expect(problems).toEqual([]);
  });

  it('tolerates an editor that removes a file before writing the new one', () => {
    write('tide.example.json', brand('Tide'));
    const service = running();
    rmSync(join(folder, 'tide.example.json'));
    service.refresh();
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    write('tide.example.json', brand('Ebb'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Ebb');
  });

  it('keeps the last valid version and reports a problem once', () => {
    write('tide.example.json', brand('Tide'));
    const service = running();
    write('tide.example.json', { branding: { name: 'Ebb', colors: { text: 'red' } } });
    write('ebb.example.json', brand('Another'));
    settle(service);
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    expect(nameFor(service, 'ebb.example')).toBe('Another');
    expect(problems).toEqual([
      expect.stringMatching(
        /tide\.example\.json: branding\.colors\.text: must be a color like #1d4ed8\. The last valid version/,
      ),
    ]);
  });

  it.each([
    [
      'a link to itself',
      () => symlinkSync('ebb.example.json', join(folder, 'ebb.example.json')),
      /cannot be read \(ELOOP\)$/,
    ],
    [
      'a file that is too large',
      () => write('ebb.example.json', ' '.repeat(300_000)),
      /at most \d+ bytes$/,
    ],
  ])('loads the other files next to %s', (_, put, problem) => {
    const service = running();
    put();
    write('tide.example.json', brand('Tide'));
    settle(service);
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it('uses the second file of a host when the first is removed', () => {
    write('tide.example.json', brand('Tide'));
    const service = running();
    write('Tide.example.json', brand('Ebb'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    rmSync(join(folder, 'tide.example.json'));
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Ebb');
  });

  it('keeps all sites while the folder is missing', () => {
    write('tide.example.json', brand('Tide'));
    const service = running();
    renameSync(folder, `${folder}-away`);
    settle(service);
    settle(service);
    expect(nameFor(service, 'tide.example')).toBe('Tide');
    renameSync(`${folder}-away`, folder);
  });
});
