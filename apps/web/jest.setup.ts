import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';
import { TextDecoder, TextEncoder } from 'node:util';

// A part that is loaded on demand is compiled first, which on a busy machine takes seconds.
configure({ asyncUtilTimeout: 20_000 });

// What jsdom leaves out and browsers have.
Object.assign(globalThis, { TextEncoder, TextDecoder });
// What the build defines.
Object.assign(globalThis, { __PLATFORM_ICONS__: '/assets/platform-icons.svg' });

if (typeof window !== 'undefined') {
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
}
