import '@testing-library/jest-dom';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import { TextDecoder, TextEncoder } from 'node:util';
import * as React from 'react';
import { unstable_forceFrameRate as forceFrameRate } from 'scheduler';

// The packages register these on import, but a worker imports a module only once, so all spec files
// but the first would lack them.
expect.extend(Object.fromEntries(Object.entries(matchers).filter(([name]) => name !== 'default')));
afterEach(cleanup);
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// This timeout only catches hangs. It is long because compiling lazy modules takes seconds on a
// busy machine.
configure({ asyncUtilTimeout: 20_000 });

// React pauses a transition every 5 ms to let other work run, so on a busy machine a spec could see
// the page half-way. With 100 s, React never pauses.
forceFrameRate(0.01);

// React captures an owner stack for up to 10,000 elements a second, which takes a sixth of these
// specs' CPU time. Reporting that the limit has been reached disables the capture.
const internals = Object.entries(React).find(([name]) =>
  name.startsWith('__CLIENT_INTERNALS'),
)?.[1];
Object.defineProperty(internals as object, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
  configurable: true,
});

// jsdom lacks these.
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

// jsdom's <dialog> has no methods. As in a browser, Escape cancels or closes a modal one.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const dialog = document.querySelector('dialog');
  const asks = key === 'Escape' && !defaultPrevented && dialog?.open === true;
  if (asks && dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) {
    dialog.close();
  }
});
