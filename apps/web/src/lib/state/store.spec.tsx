import { act, render, screen } from '@testing-library/react';
import { createStore, useStore } from './store.js';

it('shows its value and every change to it', () => {
  const store = createStore(1);
  const Shown = () => <output>{useStore(store, 0)}</output>;
  render(<Shown />);
  expect(screen.getByRole('status')).toHaveTextContent('1');
  act(() => store.set(2));
  expect(screen.getByRole('status')).toHaveTextContent('2');
});

it('does not notify components of an unchanged value, or after the cleanup', () => {
  const store = createStore('a');
  const listener = jest.fn();
  const stop = store.subscribe(listener);
  store.set('a');
  expect(listener).not.toHaveBeenCalled();
  store.set('b');
  stop();
  store.set('c');
  expect(listener).toHaveBeenCalledTimes(1);
});
