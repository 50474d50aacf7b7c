import { whenLoaded } from './when-loaded.js';

let idle: (() => void)[] = [];
const state = (value: DocumentReadyState) =>
  Object.defineProperty(document, 'readyState', { configurable: true, value });
const saveData = (value: boolean) =>
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: { saveData: value },
  });

beforeEach(() => {
  idle = [];
  Object.assign(window, { requestIdleCallback: (act: () => void) => idle.push(act) });
  saveData(false);
});

afterAll(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(document, 'readyState');
  Reflect.deleteProperty(navigator, 'connection');
});

describe('whenLoaded', () => {
  it('waits until the document has loaded and then until the browser is idle', () => {
    state('interactive');
    const act = jest.fn();
    whenLoaded(act);
    expect(idle).toHaveLength(0);
    window.dispatchEvent(new Event('load'));
    expect(act).not.toHaveBeenCalled();
    idle.forEach((run) => run());
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('does not wait if the document has already loaded', () => {
    state('complete');
    whenLoaded(() => undefined);
    expect(idle).toHaveLength(1);
  });

  it('does nothing after its cleanup, before or after the load', () => {
    const act = jest.fn();
    state('interactive');
    whenLoaded(act)();
    window.dispatchEvent(new Event('load'));
    state('complete');
    whenLoaded(act)();
    idle.forEach((run) => run());
    expect(act).not.toHaveBeenCalled();
  });

  it('does nothing if the visitor has data saving turned on', () => {
    state('complete');
    saveData(true);
    whenLoaded(() => undefined);
    expect(idle).toHaveLength(0);
  });
});
