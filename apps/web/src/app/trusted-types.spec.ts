import { isOwnScript, refuseForeignScripts } from './trusted-types.js';

const location = { href: 'https://dipper.example/preview?url=x', origin: 'https://dipper.example' };

describe('isOwnScript', () => {
  it.each([
    '/assets/hls.worker-DKNeQ_1.js',
    'https://dipper.example/assets/entry-client.js',
    '../assets/x.js',
    '/assets/x.js?v=1',
    '/sw.js',
  ])('accepts %s', (address) => {
    expect(isOwnScript(address, location)).toBe(true);
  });

  it.each([
    'https://evil.example/assets/x.js',
    '//evil.example/assets/x.js',
    'http://dipper.example/assets/x.js',
    'https://dipper.example:8443/assets/x.js',
    'https://dipper.example@evil.example/assets/x.js',
    'https:\\\\evil.example/assets/x.js',
    // Visitors and sources control this content.
    '/api/download/file/x.js',
    '/assets/../api/download/file/x.js',
    '/assets/%2e%2e/api/x.js',
    '/assets/a/../../api/x.js',
    '/assets/x.svg',
    '/assets/sw.js/x',
    '/p/sw.js',
    '/preview?x=/assets/x.js',
    '#/assets/x.js',
    'blob:https://dipper.example/0b7c',
    'data:text/javascript,alert(1)//assets/x.js',
    'javascript:alert(1)//assets/x.js',
    'https://[',
    '',
  ])('rejects %j', (address) => {
    expect(isOwnScript(address, location)).toBe(false);
  });
});

describe('refuseForeignScripts', () => {
  function pageWith(defaultPolicy: unknown) {
    const createPolicy = jest.fn<
      unknown,
      [string, { createScriptURL: (address: string) => string }]
    >();
    const page = { location, trustedTypes: { createPolicy, defaultPolicy } };
    return { page: page as unknown as Window, createPolicy };
  }

  it('allows only scripts of our build', () => {
    const { page, createPolicy } = pageWith(null);
    refuseForeignScripts(page);
    const [name, rules] = createPolicy.mock.calls[0] ?? [];
    expect(name).toBe('default');
    // There is no createHTML and no createScript, so strings never become markup or scripts.
    expect(Object.keys(rules ?? {})).toEqual(['createScriptURL']);
    expect(rules?.createScriptURL('/assets/hls.worker.js')).toBe('/assets/hls.worker.js');
    expect(() => rules?.createScriptURL('blob:https://dipper.example/1')).toThrow(TypeError);
  });

  it('creates at most one policy, and none if the browser has no Trusted Types', () => {
    const { page, createPolicy } = pageWith({});
    refuseForeignScripts(page);
    expect(createPolicy).not.toHaveBeenCalled();
    expect(() => refuseForeignScripts({ location } as unknown as Window)).not.toThrow();
  });
});
