import { isForPlayer, playerAction } from './player-action.js';

const key = (name: string, held: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key: name, ...held });

describe('playerAction', () => {
  it.each([
    [' ', { kind: 'toggle' }],
    ['k', { kind: 'toggle' }],
    ['K', { kind: 'toggle' }],
    ['j', { kind: 'seek', by: -10 }],
    ['l', { kind: 'seek', by: 10 }],
    ['ArrowLeft', { kind: 'seek', by: -5 }],
    ['ArrowRight', { kind: 'seek', by: 5 }],
    ['m', { kind: 'mute' }],
    ['f', { kind: 'fullscreen' }],
    ['<', { kind: 'speed', by: -1 }],
    ['>', { kind: 'speed', by: 1 }],
    ['x', null],
    ['Enter', null],
    ['constructor', null],
    ['', null],
  ])('maps %j to %j', (name, action) => {
    expect(playerAction(key(name))).toEqual(action);
  });

  it.each<[string, KeyboardEventInit, boolean]>([
    ['l', { ctrlKey: true }, false],
    ['l', { metaKey: true }, false],
    ['l', { altKey: true }, false],
    ['L', { shiftKey: true }, false],
    ['>', { shiftKey: true }, true],
    ['k', { isComposing: true }, false],
    ['k', { repeat: true }, false],
    ['l', { repeat: true }, true],
  ])('accepts %j with %j: %p', (name, held, counts) => {
    expect(playerAction(key(name, held)) !== null).toBe(counts);
  });
});

describe('isForPlayer', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <h1 id="heading" tabindex="-1">Title</h1>
      <a id="save" href="/file">Save</a>
      <input id="field" />
      <dialog open><p id="dialog" tabindex="-1">Words</p></dialog>
      <div id="player">
        <video id="video"></video>
        <button id="button"></button>
        <select id="speed"></select>
        <div id="slider" role="slider" tabindex="0"></div>
        <input id="volume" type="range" />
        <p id="cover">Cover</p>
      </div>`;
  });

  it.each([
    ['body', ' ', true],
    ['#heading', 'k', true],
    ['#save', 'k', false],
    ['#save', ' ', false],
    ['#field', 'k', false],
    ['#dialog', 'k', false],
    ['#cover', ' ', true],
    ['#video', 'k', true],
    ['#video', ' ', false],
    ['#video', 'ArrowLeft', false],
    ['#button', 'm', true],
    ['#button', ' ', false],
    ['#slider', 'ArrowRight', false],
    ['#slider', '>', true],
    ['#volume', 'ArrowLeft', false],
    ['#volume', 'm', true],
    ['#speed', 'k', false],
  ])('with the focus on %s, accepts %j: %p', (selector, name, is) => {
    const player = document.querySelector('#player') as Element;
    expect(isForPlayer(document.querySelector(selector), name, player)).toBe(is);
  });

  it('is false without a focused element', () => {
    expect(isForPlayer(null, 'k', document.body)).toBe(false);
  });
});
