import '@testing-library/jest-dom';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import { TextDecoder, TextEncoder } from 'node:util';
import * as React from 'react';

// What these packages do when they are loaded, which is once for all files of a worker.
expect.extend(Object.fromEntries(Object.entries(matchers).filter(([name]) => name !== 'default')));
afterEach(cleanup);
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Only ends what hangs: lazily loaded modules are compiled first, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// For its warnings, React captures the stack of each element that is created, up to 10,000 a second:
// a sixth of the processor time of these specs. This says that there were as many already.
const internals = Object.entries(React).find(([name]) =>
  name.startsWith('__CLIENT_INTERNALS'),
)?.[1];
Object.defineProperty(internals as object, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
  configurable: true,
});

// What jsdom lacks and browsers have.
Object.assign(globalThis, { TextEncoder, TextDecoder });

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.hasPointerCapture = () => false;
