import { inTurn } from './task-calls.js';

/** Requests to which the test replies later. */
function calls() {
  const made: string[] = [];
  const answers: (() => void)[] = [];
  const call = (task: string, name: string, label = name) =>
    inTurn(task, name, () => {
      made.push(label);
      return new Promise<string>((resolve) => answers.push(() => resolve(label)));
    });
  return { made, answers, call };
}
const soon = () => new Promise((resolve) => setTimeout(resolve));

it('shares a call between two visits until it is answered', async () => {
  const { made, answers, call } = calls();
  const both = [call('once', 'start'), call('once', 'start')];
  answers[0]?.();
  expect(await Promise.all(both)).toEqual(['start', 'start']);
  expect(made).toEqual(['start']);
  void call('once', 'start', 'later');
  expect(made).toEqual(['start', 'later']);
});

it('runs a start, a cancel and another start in order', async () => {
  const { made, answers, call } = calls();
  void call('order', 'start', 'first');
  void call('order', 'cancel');
  void call('order', 'start', 'second');
  expect(made).toEqual(['first']);
  answers[0]?.();
  await soon();
  expect(made).toEqual(['first', 'cancel']);
  answers[1]?.();
  await soon();
  expect(made).toEqual(['first', 'cancel', 'second']);
});

it('continues after a failed call and keeps tasks independent', async () => {
  const failing = inTurn('a', 'start', () => Promise.reject(new Error('no')));
  const { made, call } = calls();
  void call('a', 'cancel');
  void call('b', 'start');
  expect(made).toEqual(['start']);
  await expect(failing).rejects.toThrow('no');
  await soon();
  expect(made).toEqual(['start', 'cancel']);
});

describe('a closed page', () => {
  const hide = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));

  it('keeps the order if the visitor may return to it', async () => {
    const { made, call } = calls();
    void call('cached', 'start');
    void call('cached', 'cancel');
    hide(true);
    await soon();
    expect(made).toEqual(['start']);
  });

  it('cancels at once what is still being started', async () => {
    const { made, call } = calls();
    void call('closed', 'start');
    void call('closed', 'cancel');
    hide(false);
    await soon();
    expect(made).toEqual(['start', 'cancel']);
  });
});
