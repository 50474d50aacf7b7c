import { defaultDomainConfig } from '@dipper/contract';
import { REMOVAL, workerScript } from './service-worker.controller.js';

const BUILT = 'precache([{url:"/offline",revision:"__REVISION__"}],"__BRAND__")';

function domain(version: string, offlineMode = true) {
  const config = defaultDomainConfig('dipper.example');
  return { version, config: { ...config, features: { ...config.features, offlineMode } } };
}

it('the worker of an offline-ready domain is the built one, and differs for each configuration', () => {
  const one = workerScript(BUILT, domain('v1'));
  expect(one).toMatch(/^precache\(\[\{url:"\/offline",revision:"[\w-]{16}"\}\],"dipper"\)$/);
  expect(workerScript(BUILT, domain('v1'))).toBe(one);
  expect(workerScript(BUILT, domain('v2'))).not.toBe(one);
  expect(workerScript(`${BUILT};`, domain('v1')).slice(0, one.length)).not.toBe(one);
});

it.each([
  [BUILT, false],
  [null, true],
])('the worker removes itself if the build is %j and offline use is on: %s', (built, isOn) => {
  expect(workerScript(built, domain('v1', isOn))).toBe(REMOVAL);
});
