import { I18nProvider } from '../../i18n/use-translation.js';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentType, lazy } from 'react';
import { renderToString } from 'react-dom/server';
import { Link } from 'react-router-dom';
import { StaticRouter } from 'react-router-dom/server';
import { english } from '../../testing/english.js';
import { renderAt } from '../../testing/render-at.js';
import { SampleDialog } from './testing/sample-dialog.js';
import { OverlayHost } from './overlay-host.js';
import type { DialogContentProps } from './overlays-context.js';
import { useDialog } from './use-dialog.js';

type Sample = ComponentType<{ readonly text: string } & DialogContentProps>;

function Opener({
  load,
  text,
  onClose,
}: {
  load: () => Promise<Sample>;
  text: string;
  onClose?: () => void;
}) {
  const dialog = useDialog();
  return (
    <button aria-busy={dialog.loading} onClick={() => dialog.open(load, { text }, onClose)}>
      {`Open ${text}`}
    </button>
  );
}

const WAYS_OUT: readonly (readonly [string, (user: UserEvent) => Promise<void>])[] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['its button', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['a press outside', (user) => user.click(screen.getByRole('dialog'))],
];

const sample = () => Promise.resolve<Sample>(SampleDialog);

function setup(load: () => Promise<Sample> = sample) {
  const user = userEvent.setup();
  const onClose = jest.fn();
  renderAt(
    '/',
    <OverlayHost>
      <h1>The page</h1>
      <Opener load={load} text="One" onClose={onClose} />
      <Link to="/#part">Along</Link>
      <Link to="/#other">Farther</Link>
      <Link to="/?tidy" replace>
        Tidy
      </Link>
    </OverlayHost>,
  );
  return { user, onClose };
}

const opener = (name = 'Open One') => screen.getByText(name);

/** A promise that the test can resolve or reject. */
function deferred<T>() {
  let settle!: { resolve: (value: T) => void; reject: (cause: Error) => void };
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}

describe('a dialog', () => {
  it('has a name, takes the focus, and locks the page', async () => {
    const { user } = setup();
    await user.click(opener());
    const dialog = await screen.findByRole('dialog', { name: 'One' });
    expect(dialog).toHaveFocus();
    expect(document.documentElement.style.overflow).toBe('hidden');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('focuses its first field', async () => {
    const { user } = setup(() =>
      Promise.resolve<Sample>((props) => (
        <SampleDialog {...props}>
          <input type="hidden" />
          <input aria-label="Name" />
        </SampleDialog>
      )),
    );
    await user.click(opener());
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveFocus();
  });

  it.each(WAYS_OUT)(
    'closes on %s, restores the page, and returns focus to its opener',
    async (_how, close) => {
      const { user, onClose } = setup();
      await user.click(opener());
      await screen.findByRole('dialog');
      expect(onClose).not.toHaveBeenCalled();
      await close(user);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(opener()).toHaveFocus());
      expect(document.documentElement.style.overflow).toBe('');
      expect(onClose).toHaveBeenCalledTimes(1);
    },
  );

  it('stays open if a click that starts inside ends outside', async () => {
    const { user } = setup();
    await user.click(opener());
    const dialog = await screen.findByRole('dialog');
    await user.pointer([
      { target: screen.getByRole('heading', { name: 'One' }), keys: '[MouseLeft>]' },
      { target: dialog, keys: '[/MouseLeft]' },
    ]);
    expect(dialog).toBeInTheDocument();
  });

  it('stays open when an element of a browser extension is clicked', async () => {
    const { user } = setup();
    await user.click(opener());
    const dialog = await screen.findByRole('dialog');
    const list = document.body.appendChild(document.createElement('passwords-of-an-extension'));
    await user.click(list);
    expect(dialog).toBeInTheDocument();
    list.remove();
  });

  it('is replaced by a dialog that it opens, and returns the focus to the first opener', async () => {
    const first: Sample = (props) => (
      <SampleDialog {...props}>
        <Opener load={sample} text="Two" />
      </SampleDialog>
    );
    const { user, onClose } = setup(() => Promise.resolve(first));
    await user.click(opener());
    await user.click(await screen.findByText('Open Two'));
    expect(await screen.findByRole('dialog', { name: 'Two' })).toHaveFocus();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener()).toHaveFocus());
  });

  it('opens once after a double click and marks its opener as busy', async () => {
    const code = deferred<Sample>();
    const { user } = setup(() => code.promise);
    await user.dblClick(opener());
    expect(opener()).toHaveAttribute('aria-busy', 'true');
    code.resolve(SampleDialog);
    await act(() => code.promise);
    expect(await screen.findAllByRole('dialog')).toHaveLength(1);
    expect(opener()).toHaveAttribute('aria-busy', 'false');
  });

  it('stays open when only the query changes', async () => {
    const { user } = setup();
    await user.click(opener());
    expect(await screen.findByRole('dialog', { name: 'One' })).toBeVisible();
    // Visitors cannot click this while the dialog is open, because the page is inert.
    act(() => screen.getByText('Tidy').click());
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/\?tidy$/);
    expect(screen.getByRole('dialog', { name: 'One' })).toBeVisible();
  });

  it('closes on navigation, and does not open after the visitor has left its page', async () => {
    const code = deferred<Sample>();
    const { user, onClose } = setup(() => code.promise);
    await user.click(opener());
    await user.click(screen.getByText('Along'));
    code.resolve(SampleDialog);
    await act(() => code.promise);
    expect(opener()).toHaveAttribute('aria-busy', 'false');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(opener());
    await screen.findByRole('dialog');
    act(() => screen.getByText('Farther').click());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

it('renders nothing on the server', () => {
  const html = renderToString(
    <StaticRouter location="/">
      <I18nProvider value={english}>
        <OverlayHost>
          <p>The page</p>
        </OverlayHost>
      </I18nProvider>
    </StaticRouter>,
  );
  expect(html).toBe('<p>The page</p>');
});

describe('a dialog that fails', () => {
  beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => jest.restoreAllMocks());

  const Broken: Sample = () => {
    throw new Error('broken');
  };
  const Gone = lazy(() => Promise.reject(new Error('gone')));
  const BrokenInside: Sample = (props) => (
    <SampleDialog {...props}>
      <Gone />
    </SampleDialog>
  );

  it.each([
    ['its code cannot be loaded', () => Promise.reject(new Error('gone'))],
    ['it throws', () => Promise.resolve(Broken)],
    ['a part of it cannot be loaded', () => Promise.resolve(BrokenInside)],
  ])('because %s shows a message and keeps the page usable', async (_why, load) => {
    const { user } = setup(load);
    await user.click(opener());
    expect(
      await screen.findByText(/couldn't be opened/, { selector: '[role=alert]' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(opener()).toHaveFocus();
  });

  it('can be opened again', async () => {
    const loads = [() => Promise.reject(new Error('gone')), sample];
    const { user } = setup(() => (loads.shift() ?? sample)());
    await user.click(opener());
    await screen.findByText(/couldn't be opened/, { selector: '[role=alert]' });
    await user.click(opener());
    expect(await screen.findByRole('dialog')).toHaveFocus();
  });

  it('keeps the dialog that it was opened from', async () => {
    const first: Sample = (props) => (
      <SampleDialog {...props}>
        <Opener load={() => Promise.reject(new Error('gone'))} text="Two" />
      </SampleDialog>
    );
    const { user } = setup(() => Promise.resolve(first));
    await user.click(opener());
    await user.click(await screen.findByText('Open Two'));
    await screen.findByText(/couldn't be opened/, { selector: '[role=alert]' });
    expect(screen.getByRole('dialog', { name: 'One' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
