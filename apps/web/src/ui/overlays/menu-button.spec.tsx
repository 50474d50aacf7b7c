import { screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { renderAt } from '../../testing/render-at.js';
import { MenuButton } from './menu-button.js';
import { OverlayHost } from './overlay-host.js';
import { useDialog } from './use-dialog.js';
import { SampleDialog } from './testing/sample-dialog.js';

afterEach(() => document.documentElement.removeAttribute('dir'));

const button = () => screen.getByRole('button', { name: 'More' });
const menu = () => screen.queryByRole('menu');

function Page({ onCopy }: { readonly onCopy: () => void }) {
  const dialog = useDialog();
  return (
    <>
      <MenuButton
        variant="quiet"
        items={[
          { id: 'copy', label: 'Copy', onSelect: onCopy },
          {
            id: 'show',
            label: 'Show',
            onSelect: () => dialog.open(() => Promise.resolve(SampleDialog), { text: 'Shown' }),
          },
          { id: 'end', label: 'End', onSelect: onCopy },
        ]}
      >
        More
      </MenuButton>
      <button>Behind it</button>
      <Link to="/elsewhere">Away</Link>
    </>
  );
}

const WAYS_OUT: readonly (readonly [string, (user: UserEvent) => Promise<void>])[] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['a press on its button', (user) => user.click(button())],
  ['a press outside', (user) => user.click(document.body)],
];

function setup() {
  const user = userEvent.setup();
  const onCopy = jest.fn();
  renderAt(
    '/',
    <OverlayHost>
      <Page onCopy={onCopy} />
    </OverlayHost>,
  );
  return { user, onCopy };
}

describe('a menu', () => {
  it.each(['{Enter}', ' ', '{ArrowDown}'])(
    'opens by %j and focuses the first item',
    async (key) => {
      const { user } = setup();
      await user.tab();
      expect(button()).toHaveAttribute('aria-expanded', 'false');
      await user.keyboard(key);
      expect(await screen.findByRole('menu', { name: 'More' })).toBeInTheDocument();
      await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus());
      expect(button()).toHaveAttribute('aria-expanded', 'true');
      expect(button()).toHaveAttribute('aria-controls', menu()?.id);
      await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}e');
      await waitFor(() => expect(screen.getByRole('menuitem', { name: 'End' })).toHaveFocus());
    },
  );

  it('runs the chosen action once, with the focus on its button', async () => {
    const { user, onCopy } = setup();
    onCopy.mockImplementation(() => expect(button()).toHaveFocus());
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    await waitFor(() => expect(onCopy).toHaveBeenCalledTimes(1));
    expect(menu()).toBeNull();
    expect(button()).toHaveFocus();
  });

  it('gets the focus back from a dialog that it opened', async () => {
    const { user } = setup();
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name: 'Show' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button()).toHaveFocus());
  });

  it.each(WAYS_OUT)('closes on %s and returns focus to its button', async (_how, close) => {
    const { user, onCopy } = setup();
    await user.click(button());
    await screen.findByRole('menu');
    await close(user);
    expect(menu()).toBeNull();
    await waitFor(() => expect(button()).toHaveFocus());
    expect(onCopy).not.toHaveBeenCalled();
  });

  it('leaves the focus on an element that was clicked outside', async () => {
    const { user } = setup();
    await user.click(button());
    await screen.findByRole('menu');
    await user.click(screen.getByText('Behind it'));
    await waitFor(() => expect(menu()).toBeNull());
    expect(screen.getByText('Behind it')).toHaveFocus();
  });

  it('closes on navigation', async () => {
    const { user } = setup();
    await user.click(button());
    await screen.findByRole('menu');
    await user.click(screen.getByText('Away'));
    expect(menu()).toBeNull();
  });

  it.each([
    ['ltr', '100px'],
    ['rtl', '200px'],
  ] as const)('is aligned with the end of its button in %s', async (dir, left) => {
    document.documentElement.dir = dir;
    Object.defineProperty(document.documentElement, 'clientWidth', { value: 800 });
    const { user } = setup();
    jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200);
    jest.spyOn(button(), 'getBoundingClientRect').mockReturnValue(new DOMRect(200, 0, 100, 44));
    await user.click(button());
    expect((await screen.findByRole('menu')).style.left).toBe(left);
    jest.restoreAllMocks();
  });
});
