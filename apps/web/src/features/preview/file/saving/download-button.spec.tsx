import { FakeApi } from '@dipper/client/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../../../testing/render-at.js';
import type { Message } from '../../../../ui/overlays/message-queue.js';
import { PreviewPartsContext } from '../../preview-context.js';
import { DownloadButton } from './download-button.js';

const HREF = '/api/download/file/x?download=1';

afterEach(() => jest.restoreAllMocks());

describe('DownloadButton', () => {
  let api: FakeApi;
  let gone: jest.Mock;

  beforeEach(() => {
    jest.useFakeTimers();
    api = new FakeApi().install();
    gone = jest.fn();
    renderAt(
      '/preview',
      <DownloadButton
        href={HREF}
        filename="a.mp4"
        sizeBytes={null}
        onGone={gone}
        noticeId={null}
      />,
    );
  });
  afterEach(() => jest.useRealTimers());

  const press = async (status: number) => {
    api.on('HEAD /api/download/file/x', { status });
    fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
    expect(screen.getByRole('link', { name: 'Downloading...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await act(() => jest.advanceTimersByTimeAsync(0));
  };

  const said = () => screen.getAllByRole('status')[0] as HTMLElement;

  it('is a plain link to the file', () => {
    expect(screen.getByRole('link', { name: /^Download/ })).toHaveAttribute('href', HREF);
  });

  it('is enabled again and shows an error message after a failure', async () => {
    await press(502);
    expect(screen.getByRole('alert')).toHaveTextContent('Error: Could not start the download.');
    expect(screen.getByRole('link', { name: /^Download/ })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await press(502);
    expect(api.count('HEAD /api/download/file/x')).toBe(2);
    expect(gone).not.toHaveBeenCalled();
  });

  it('ignores the reply to a click after another click or after the visitor has left', async () => {
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
    const answers: (() => void)[] = [];
    api.on(
      'HEAD /api/download/file/x',
      () => new Promise((resolve) => answers.push(() => resolve({ status: 200 }))),
    );
    const pressAndWait = async () => {
      fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
      await act(() => jest.advanceTimersByTimeAsync(3000));
    };
    await pressAndWait();
    await pressAndWait();
    answers.forEach((answer) => answer());
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(saved).toHaveBeenCalledTimes(1);
    await pressAndWait();
    cleanup();
    answers.at(-1)?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it('tells screen readers that saving has started, at each click', async () => {
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
    const status = said();
    expect(status).toBeEmptyDOMElement();
    await press(200);
    expect(status).toHaveTextContent('Saving has started. Check your downloads.');
    await act(() => jest.advanceTimersByTimeAsync(3000));
    api.on('HEAD /api/download/file/x', () => new Promise(() => undefined));
    fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
    expect(status).toBeEmptyDOMElement();
  });

  it.each([410, 502])('announces nothing if saving has not started: %d', async (failure) => {
    await press(failure);
    expect(said()).toBeEmptyDOMElement();
  });

  it.each([403, 404, 410])('reports a file that is gone: %d', async (status) => {
    await press(status);
    expect(gone).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  describe('on iOS', () => {
    const device = (standalone: boolean, share?: jest.Mock) => {
      Object.assign(navigator, { standalone, share, canShare: () => share !== undefined });
    };
    afterEach(() => {
      for (const name of ['standalone', 'share', 'canShare']) {
        Reflect.deleteProperty(navigator, name);
      }
    });
    /** Clicks the link. @returns whether the browser would have followed it */
    const click = (): boolean => {
      let follows = false;
      const note = (event: Event) => {
        follows = !event.defaultPrevented;
        // jsdom cannot navigate.
        event.preventDefault();
      };
      window.addEventListener('click', note, { once: true });
      fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
      return follows;
    };

    it('lets a tab follow the link immediately and still checks the file', async () => {
      device(false);
      api.on('HEAD /api/download/file/x', { status: 410 });
      expect(click()).toBe(true);
      await act(() => jest.advanceTimersByTimeAsync(0));
      expect(gone).toHaveBeenCalledTimes(1);
    });

    it('stays busy while a small file is being fetched for sharing', async () => {
      device(true, jest.fn());
      api.on('GET /api/download/file/x', () => new Promise(() => undefined));
      cleanup();
      const { unmount } = renderAt(
        '/preview',
        <DownloadButton href={HREF} filename="a.mp4" sizeBytes={9} onGone={gone} noticeId={null} />,
      );
      click();
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(screen.getByRole('link', { name: 'Downloading...' })).toBeVisible();
      expect(api.count('GET /api/download/file/x')).toBe(1);
      unmount();
      expect(api.signals.at(-1)?.aborted).toBe(true);
    });

    describe('by its share sheet', () => {
      const share = jest.fn();
      const onSaved = jest.fn();
      const toast = jest.fn<void, [Message]>();
      const refuse = (name: string) => share.mockRejectedValueOnce(new DOMException('no', name));

      beforeEach(() => {
        [share, onSaved, toast].forEach((mock) => mock.mockReset());
        device(true, share);
        const blob = () => Promise.resolve(new Blob(['x']));
        globalThis.fetch = () => Promise.resolve({ ok: true, status: 200, blob } as Response);
        cleanup();
        const parts = {
          ...{ start: () => null, share: () => null, fetchAgain: () => Promise.resolve(null) },
          toast,
        };
        renderAt(
          '/preview',
          <PreviewPartsContext value={parts}>
            <DownloadButton
              {...{ href: HREF, filename: 'a.mp4', sizeBytes: 9, onGone: gone, noticeId: null }}
              onSaved={onSaved}
            />
          </PreviewPartsContext>,
        );
      });
      const clickAndWait = async () => {
        click();
        await act(() => jest.advanceTimersByTimeAsync(0));
      };
      const pressToast = async () => {
        toast.mock.lastCall?.[0].action?.onPress();
        await act(() => jest.advanceTimersByTimeAsync(0));
      };

      it('reports a file that was shared as saved', async () => {
        await clickAndWait();
        expect(onSaved).toHaveBeenCalledTimes(1);
      });

      it('does not report a file as saved if the sheet was closed', async () => {
        refuse('AbortError');
        await clickAndWait();
        expect(share).toHaveBeenCalledTimes(1);
        expect([onSaved.mock.calls, toast.mock.calls]).toEqual([[], []]);
      });

      it('reports a file that needs another click as saved only after that', async () => {
        refuse('NotAllowedError');
        await clickAndWait();
        expect(onSaved).not.toHaveBeenCalled();
        await pressToast();
        expect(onSaved).toHaveBeenCalledTimes(1);
        expect(toast).toHaveBeenCalledTimes(1);
      });

      it.each(['NotAllowedError', 'DataError'])(
        'says that the other click failed: %s',
        async (why) => {
          refuse('NotAllowedError');
          await clickAndWait();
          refuse(why);
          await pressToast();
          const said = toast.mock.lastCall?.[0];
          expect(said?.kind).toBe('error');
          expect(said?.text).toContain('Could not start the download.');
          expect(onSaved).not.toHaveBeenCalled();
        },
      );
    });

    it('opens a file in Safari if an installed app cannot share it', async () => {
      device(true);
      const open = jest.spyOn(window, 'open').mockReturnValue(null);
      expect(click()).toBe(false);
      expect(open).toHaveBeenCalledWith(HREF, '_blank', 'noopener');
      open.mockRestore();
      await act(() => jest.advanceTimersByTimeAsync(0));
    });
  });
});
