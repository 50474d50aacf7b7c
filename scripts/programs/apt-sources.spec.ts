import {
  backportsOf,
  codenameOf,
  parseDeb822,
  parseOneLine,
  renderDeb822,
  type AptSource,
} from './apt-sources.mjs';

const source = (part: Partial<AptSource>): AptSource => ({
  uris: ['http://archive.example/debian'],
  suites: ['bookworm'],
  components: ['main'],
  options: {},
  ...part,
});

describe('parseOneLine', () => {
  it.each<[string, string, AptSource[]]>([
    ['a plain line', 'deb http://archive.example/debian bookworm main', [source({})]],
    [
      'several components and a comment after them',
      'deb http://archive.example/debian bookworm main contrib # ours',
      [source({ components: ['main', 'contrib'] })],
    ],
    [
      'options, a list among them',
      'deb [arch=amd64,arm64 signed-by=/usr/share/keyrings/a.gpg] http://archive.example/debian bookworm main',
      [
        source({
          options: { Architectures: 'amd64 arm64', 'Signed-By': '/usr/share/keyrings/a.gpg' },
        }),
      ],
    ],
    ['sources are no programs', 'deb-src http://archive.example/debian bookworm main', []],
    ['a comment', '# deb http://archive.example/debian bookworm main', []],
    ['nothing', '', []],
    ['a broken line', 'deb http://archive.example/debian', []],
    [
      'an exact path has no components',
      'deb http://archive.example/debian ./',
      [source({ suites: ['./'], components: [] })],
    ],
  ])('%s', (_case, text, expected) => {
    expect(parseOneLine(text)).toEqual(expected);
  });

  it('reads every line of a file', () => {
    const text = [
      '# main',
      'deb http://archive.example/debian bookworm main',
      '',
      'deb http://security.example/debian bookworm-security main',
    ].join('\n');
    expect(parseOneLine(text).map(({ suites }) => suites)).toEqual([
      ['bookworm'],
      ['bookworm-security'],
    ]);
  });
});

describe('parseDeb822', () => {
  const stanza = (extra: string): string =>
    `Types: deb\nURIs: http://archive.example/debian\nSuites: bookworm\nComponents: main\n${extra}`;

  it.each<[string, string, AptSource[]]>([
    ['a plain stanza', stanza(''), [source({})]],
    ['comments inside', stanza('# http://other.example\n'), [source({})]],
    ['field names in any case', stanza('').toLowerCase(), [source({})]],
    ['switched off', stanza('Enabled: no\n'), []],
    ['switched on', stanza('Enabled: yes\n'), [source({})]],
    ['sources only', stanza('').replace('Types: deb', 'Types: deb-src'), []],
    [
      'both types',
      stanza('').replace('Types: deb', 'Types: deb deb-src').replace('main', 'main contrib'),
      [source({ components: ['main', 'contrib'] })],
    ],
    [
      'an embedded key, kept as it stands',
      stanza('Signed-By:\n -----BEGIN-----\n .\n abc=\n'),
      [source({ options: { 'Signed-By': '\n -----BEGIN-----\n .\n abc=' } })],
    ],
    ['nothing', '', []],
  ])('%s', (_case, text, expected) => {
    expect(parseDeb822(text)).toEqual(expected);
  });

  it('reads several stanzas', () => {
    const text = `${stanza('Signed-By: /a.gpg\n')}\n${stanza('').replace('bookworm', 'bookworm-updates x')}`;
    expect(parseDeb822(text)).toEqual([
      source({ options: { 'Signed-By': '/a.gpg' } }),
      source({ suites: ['bookworm-updates', 'x'] }),
    ]);
  });
});

describe('backportsOf', () => {
  it.each<[string, AptSource[], string[] | undefined]>([
    ['beside the release itself', [source({})], ['bookworm-backports']],
    [
      'whatever else the entry names',
      [source({ suites: ['bookworm', 'bookworm-updates'] })],
      ['bookworm-backports'],
    ],
    ['not beside the security archive', [source({ suites: ['bookworm-security'] })], undefined],
    ['not beside somebody else’s archive', [source({ components: ['stable'] })], undefined],
    ['not beside an offline disc', [source({ uris: ['cdrom:[Debian 12]/'] })], undefined],
    ['not without sources', [], undefined],
  ])('%s', (_case, sources, expected) => {
    expect(backportsOf(sources, 'bookworm')?.suites).toEqual(expected);
  });

  it('keeps the archive and the key of the first entry that fits', () => {
    const options = { 'Signed-By': '/usr/share/keyrings/a.gpg' };
    const fits = source({ options, components: ['main', 'contrib'] });
    const later = source({ uris: ['http://second.example/debian'] });
    expect(backportsOf([source({ suites: ['nodistro'] }), fits, later], 'bookworm')).toEqual({
      ...fits,
      suites: ['bookworm-backports'],
    });
  });
});

describe('renderDeb822', () => {
  it.each<[string, AptSource]>([
    ['plain', source({})],
    [
      'options',
      source({
        options: { Architectures: 'amd64 arm64', 'Signed-By': '/usr/share/keyrings/a.gpg' },
      }),
    ],
    ['an embedded key', source({ options: { 'Signed-By': '\n -----BEGIN-----\n .\n abc=' } })],
  ])('is read back as it was: %s', (_case, given) => {
    expect(parseDeb822(renderDeb822(given))).toEqual([given]);
  });
});

describe('codenameOf', () => {
  it.each<[string, string, string | undefined]>([
    ['plain', 'ID=debian\nVERSION_CODENAME=bookworm\n', 'bookworm'],
    ['quoted', 'VERSION_CODENAME="bookworm"', 'bookworm'],
    ['a longer name first', 'UBUNTU_VERSION_CODENAME=x\nVERSION_CODENAME=noble', 'noble'],
    ['absent', 'ID=alpine\n', undefined],
    ['empty', 'VERSION_CODENAME=\nID=debian', undefined],
    ['hostile', 'VERSION_CODENAME="a b; rm"', undefined],
  ])('%s', (_case, text, expected) => {
    expect(codenameOf(text)).toBe(expected);
  });
});
