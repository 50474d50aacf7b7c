import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.js';
import { toastDurationMs } from './toast-list.js';
import type { Message } from './message-queue.js';
import { OverlayHost } from './overlay-host.js';
import { SampleDialog } from './testing/sample-dialog.js';
import { useDialog } from './use-dialog.js';
import { useToast } from './use-toast.js';

function Page({ messages }: { readonly messages: readonly Message[] }) {
  const toast = useToast();
  const { open } = useDialog();
  const say = (message: Message) => (
    <button key={message.text} onClick={() => toast(message)}>{`Say ${message.text}`}</button>
  );
  const show = () =>
    open(() => Promise.resolve(SampleDialog), { text: 'c', children: say(status('d')) });
  return (
    <>
      {messages.map(say)}
      <button onClick={show}>Show c</button>
    </>
  );
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const status = (text: string): Message => ({ kind: 'status', text });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const shown = () =>
  screen.queryAllByRole('listitem').map((item) => within(item).getByText(/^\w$/).textContent);
const button = (name: string) => screen.getByRole('button', { name });

async function setup(...messages: readonly Message[]) {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderAt(
    '/',
    <OverlayHost>
      <Page messages={messages} />
    </OverlayHost>,
  );
  for (const { text } of messages) {
    await user.click(button(`Say ${text}`));
  }
  // The code is loaded with the first toast, which is announced two frames later.
  await pass(10);
  await pass(50);
  return user;
}

const undo = { label: 'Undo', onPress: () => undefined } as const;

describe('toasts', () => {
  it('last five seconds and are announced once', async () => {
    await setup(status('a'));
    expect(shown()).toEqual(['a']);
    expect(screen.getAllByText(/a$/, { selector: '[aria-live=polite]' })).toHaveLength(1);
    expect(screen.getByText('a', { selector: '[role=status]' })).toHaveAttribute(
      'aria-live',
      'off',
    );
    await pass(4800);
    expect(shown()).toEqual(['a']);
    await pass(300);
    expect(shown()).toEqual([]);
  });

  it('are announced immediately if they report an error', async () => {
    await setup({ kind: 'error', text: 'a' });
    expect(screen.getByRole('alert')).toHaveTextContent('a');
    expect(screen.getByText('Message: a')).toHaveAttribute('aria-live', 'assertive');
  });

  it('show at most three, and the fourth for its full time afterwards', async () => {
    await setup(...['a', 'b', 'c', 'd'].map(status));
    expect(shown().sort()).toEqual(['a', 'b', 'c']);
    await pass(5000);
    expect(shown()).toEqual(['d']);
    await pass(4800);
    expect(shown()).toEqual(['d']);
    await pass(400);
    expect(shown()).toEqual([]);
  });

  it('stay while the pointer is over them', async () => {
    const user = await setup(status('a'));
    await user.hover(screen.getByRole('listitem'));
    await pass(60_000);
    expect(shown()).toEqual(['a']);
    await user.unhover(screen.getByRole('listitem'));
    await pass(5100);
    expect(shown()).toEqual([]);
  });

  it('stay while they have the focus, and return the focus when dismissed', async () => {
    const user = await setup(status('a'));
    expect(button('Say a')).toHaveFocus();
    await user.keyboard('{F8}');
    await user.tab();
    expect(screen.getByRole('listitem')).toHaveFocus();
    await pass(60_000);
    expect(shown()).toEqual(['a']);
    await user.tab();
    expect(button('Dismiss')).toHaveFocus();
    await user.keyboard('{Enter}');
    await pass(10);
    expect(shown()).toEqual([]);
    expect(button('Say a')).toHaveFocus();
  });

  it('are dismissed by Escape from anywhere, newest first', async () => {
    const user = await setup(status('a'), status('b'));
    await user.keyboard('{Escape}');
    expect(shown()).toEqual(['a']);
    await user.keyboard('{Escape}');
    expect(shown()).toEqual([]);
    expect(button('Say b')).toHaveFocus();
  });

  it('last ten seconds if they have an action', async () => {
    const onPress = jest.fn();
    const user = await setup({ kind: 'status', text: 'a', action: { label: 'Undo', onPress } });
    await pass(9500);
    await user.click(button('Undo'));
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual([]);
  });

  it('show a repeated message once and restart its time', async () => {
    const user = await setup(status('a'));
    await pass(4000);
    await user.click(button('Say a'));
    expect(shown()).toEqual(['a']);
    await pass(4800);
    expect(shown()).toEqual(['a']);
    await pass(400);
    expect(shown()).toEqual([]);
  });

  it('are rendered outside the page', async () => {
    await setup(status('a'));
    expect(screen.getByRole('region', { name: 'Messages (F8)' }).parentElement?.parentElement).toBe(
      document.body,
    );
  });

  it('are dismissed by a swipe down, but not by a short one', async () => {
    await setup(status('a'));
    const toast = screen.getByRole('listitem');
    // jsdom has no PointerEvent.
    const pointer = (type: string, clientY: number) =>
      fireEvent(toast, new MouseEvent(`pointer${type}`, { bubbles: true, clientY }));
    const swipe = (px: number) => {
      pointer('down', 100);
      pointer('move', 100 + px);
      expect(toast.style.translate).toBe(`0 ${px}px`);
      pointer('up', 100 + px);
    };
    swipe(40);
    expect(shown()).toEqual(['a']);
    expect(toast.style.translate).toBe('');
    swipe(60);
    expect(shown()).toEqual([]);
  });

  it('are shown inside an open dialog, and Escape first closes whatever opened last', async () => {
    const user = await setup(status('a'), status('b'));
    await user.click(button('Show c'));
    const dialog = await screen.findByRole('dialog');
    await pass(1000);
    const messages = screen.getByRole('region', { name: 'Messages (F8)' });
    expect(dialog).toContainElement(messages);
    // At the top edge at every width, so that they do not cover a QR code in the middle.
    const list = within(messages).getByRole('list');
    expect(list).toHaveClass('top-0');
    expect(list).not.toHaveClass('bottom-0');
    expect(shown()).toEqual(['a', 'b']);
    await user.click(within(dialog).getByRole('button', { name: 'Say d' }));
    expect(shown()).toEqual(['a', 'b', 'd']);
    await user.keyboard('{Escape}');
    expect(shown()).toEqual(['a', 'b']);
    expect(dialog).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    expect(shown()).toEqual(['a', 'b']);
    await user.keyboard('{Escape}');
    expect(shown()).toEqual(['a']);
    await pass(4000);
    expect(shown()).toEqual([]);
  });

  it.each([
    [status('Copied'), 5000],
    [status('x'.repeat(100)), 8000],
    [{ ...status('Copied'), action: undo }, 10_000],
  ])('last long enough to be read: %j', (message, durationMs) => {
    expect(toastDurationMs(message)).toBe(durationMs);
  });
});
