import { FakeApi, type FakeReply } from '@dipper/client/testing';
import { LIMITS, SHARE_MESSAGES } from '@dipper/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { SHARE_WAYS, type ShareWay } from '../../entities/share/share-ways.js';
import texts from '../../i18n/en/share.json';
import { renderAt } from '../../testing/render-at.js';
import { OverlayHost } from '../../ui/overlays/overlay-host.js';
import { ShareMenu } from './share-menu.js';

const CALL = 'POST /api/shorten-preview';
const LINK = 'https://dipper.example/p/Ab345678';
const made: FakeReply = { body: { short_url: LINK } };

/** Defines a property that jsdom lacks, for the duration of a test. */
function give(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  undo.push(() => {
    Reflect.deleteProperty(target, name);
    if (before !== undefined) {
      Object.defineProperty(target, name, before);
    }
  });
}
const undo: (() => void)[] = [];

class FakeClipboardItem {
  constructor(readonly data: Record<string, Promise<Blob>>) {}
}

interface FakeTab {
  closed: boolean;
  opener: unknown;
  document: Document;
  location: { replace: jest.Mock<void, [address: string]> };
  close: jest.Mock;
}

function fakeTab(): FakeTab {
  return {
    closed: false,
    opener: window,
    document: document.implementation.createHTMLDocument(),
    location: { replace: jest.fn<void, [address: string]>() },
    close: jest.fn(),
  };
}

let api: FakeApi;
let title: string;
let tests = 0;

beforeEach(() => {
  jest.useFakeTimers();
  api = new FakeApi().on(CALL, made).install();
  // A new title for each test, because known links are not requested again.
  title = `Clip ${(tests += 1)}`;
});
afterEach(() => {
  undo.splice(0).forEach((put) => put());
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Waits for promises, lazy modules and timers that are due. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(50));
const button = () => screen.getByRole('button', { expanded: false });

async function open(): Promise<void> {
  fireEvent.click(button(), { detail: 1 });
  await settle();
}
async function choose(name: string): Promise<void> {
  await open();
  fireEvent.click(screen.getByRole('menuitem', { name }));
  await settle();
}
function show(query = {}) {
  return renderAt(
    '/',
    <OverlayHost>
      <ShareMenu query={{ url: 'https://cdn.example/1.mp4', title, ...query }} />
    </OverlayHost>,
  );
}
const toast = (text: string) => screen.getByText(text, { selector: 'p' });

describe('the short link', () => {
  it('is requested once, with known parameters and a clean title', async () => {
    const write = jest.fn().mockResolvedValue(undefined);
    give(navigator, 'clipboard', { writeText: write });
    title = `"${title}"`;
    show({ is_audio: '', resolution: '720p' });
    await choose('Copy Link');
    await choose('Copy Link');
    expect(api.calls.map(({ body }) => body)).toEqual([
      {
        params: {
          url: 'https://cdn.example/1.mp4',
          title: title.replaceAll('"', ''),
          resolution: '720p',
        },
      },
    ]);
    expect(write.mock.calls).toEqual([[LINK], [LINK]]);
  });

  it.each<[what: string, reply: FakeReply | null, error: string]>([
    ['a refusal', { status: 503, body: { error: 'We are busy.', code: 'BUSY' } }, 'We are busy.'],
    [
      'a refusal without a message',
      { status: 500 },
      "The server couldn't do that just now. Try again in a moment.",
    ],
    [
      'a reply that cannot be read',
      { body: {} },
      "The server couldn't do that just now. Try again in a moment.",
    ],
    ['no reply', null, 'No connection. Check your network and try again.'],
  ])('fails with %s and can be requested again', async (_, reply, error) => {
    api.on(CALL, () => {
      if (reply === null) {
        throw new TypeError('network');
      }
      return reply;
    });
    show();
    await choose('Copy Link');
    expect(toast(SHARE_MESSAGES.shortUrlFailed.replace('{{error}}', error))).toHaveAttribute(
      'role',
      'alert',
    );
    expect(button()).toHaveTextContent('Failed');
    await choose('Copy Link');
    expect(api.count(CALL)).toBe(2);
  });
});

describe('the share button', () => {
  it('shows its state and resets after a while', async () => {
    let answer: (reply: FakeReply) => void = () => undefined;
    api.on(CALL, () => new Promise((resolve) => (answer = resolve)));
    give(navigator, 'clipboard', { writeText: () => Promise.resolve() });
    show();
    expect(button()).toHaveTextContent(/^Share$/);
    await choose('Copy Link');
    expect(button()).toHaveTextContent('Creating...');
    answer(made);
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(button()).toHaveTextContent('Success!');
    await act(() => jest.advanceTimersByTimeAsync(LIMITS.shareStatusMs - 1));
    expect(button()).toHaveTextContent('Success!');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(button()).toHaveTextContent(/^Share$/);
  });
});

describe('copying', () => {
  const item = (write: (items: FakeClipboardItem[]) => Promise<void>, writeText?: unknown) => {
    give(globalThis, 'ClipboardItem', FakeClipboardItem);
    give(navigator, 'clipboard', { write, writeText });
  };
  const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));

  it('starts within the user gesture, before the link exists', async () => {
    const write = jest.fn(([item]: FakeClipboardItem[]) =>
      Promise.resolve(item?.data['text/plain']).then(() => undefined),
    );
    item(write);
    let answer: (reply: FakeReply) => void = () => undefined;
    api.on(CALL, () => new Promise((resolve) => (answer = resolve)));
    show();
    await choose('Copy Link');
    expect(write).toHaveBeenCalledTimes(1);
    answer(made);
    await settle();
    expect(toast(SHARE_MESSAGES.copied)).toHaveAttribute('role', 'status');
  });

  it.each([
    ['writing the text later, if allowed', () => item(refuse, () => Promise.resolve())],
    ['copying a selection', () => give(document, 'execCommand', () => true)],
  ])('falls back to %s', async (_, prepare) => {
    prepare();
    show();
    await choose('Copy Link');
    expect(toast(SHARE_MESSAGES.copied)).toBeVisible();
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('shows the link and selects it if copying is blocked', async () => {
    item(refuse, refuse);
    give(document, 'execCommand', () => false);
    show();
    await choose('Copy Link');
    await settle();
    expect(toast(SHARE_MESSAGES.copyFailed)).toHaveAttribute('role', 'alert');
    const field = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox');
    expect(field).toHaveValue(LINK);
    expect(field).toHaveFocus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
  });
});

describe('sharing to a site', () => {
  it.each([
    ['X (Twitter)', 'https://twitter.com/intent/tweet?', SHARE_MESSAGES.openingTwitter],
    ['Facebook', 'https://www.facebook.com/sharer/', SHARE_MESSAGES.openingFacebook],
    ['WhatsApp', 'https://wa.me/?', SHARE_MESSAGES.openingWhatsApp],
  ])(
    'opens a tab for %s immediately, detaches it, and navigates it later',
    async (name, address, message) => {
      const tab = fakeTab();
      let answer: (reply: FakeReply) => void = () => undefined;
      api.on(CALL, () => new Promise((resolve) => (answer = resolve)));
      const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
      show({ title: 'y'.repeat(70) + title });
      await choose(name);
      expect(opened).toHaveBeenCalledTimes(1);
      expect([tab.opener, tab.document.title]).toEqual([null, 'Creating...']);
      expect(tab.location.replace).not.toHaveBeenCalled();
      answer(made);
      await settle();
      expect(tab.location.replace).toHaveBeenCalledWith(expect.stringContaining(address));
      const led = decodeURIComponent(tab.location.replace.mock.calls[0]?.[0] ?? '');
      expect(led).toContain(LINK);
      expect(led).toContain(name === 'Facebook' ? 'u=' : `${'y'.repeat(60)}...`);
      expect(toast(message)).toBeVisible();
    },
  );

  it('closes the tab if there is no link, and tolerates a tab that was closed', async () => {
    const tab = fakeTab();
    jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    api.on(CALL, { status: 500 });
    show();
    await choose('Facebook');
    expect(tab.close).toHaveBeenCalledTimes(1);
    api.on(CALL, made);
    tab.closed = true;
    await choose('Facebook');
    expect(tab.location.replace).not.toHaveBeenCalled();
    expect(button()).toHaveTextContent(/^Share$|Failed/);
    expect(screen.queryByText(SHARE_MESSAGES.openingFacebook)).toBeNull();
  });

  it('asks for another click if the browser blocked the tab', async () => {
    const tab = fakeTab();
    jest
      .spyOn(window, 'open')
      .mockReturnValueOnce(null)
      .mockReturnValue(tab as unknown as Window);
    show();
    await choose('Facebook');
    expect(toast(SHARE_MESSAGES.failed)).toHaveAttribute('role', 'alert');
    fireEvent.click(screen.getByRole('button', { name: 'Facebook' }));
    await settle();
    expect(tab.location.replace).toHaveBeenCalledTimes(1);
    expect(toast(SHARE_MESSAGES.openingFacebook)).toBeVisible();
  });

  it('opens the mail program', async () => {
    const follow = jest.fn((event: Event) => event.preventDefault());
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      follow(new Event(this.href, { cancelable: true }));
    });
    show();
    await choose('Email');
    expect(click).toHaveBeenCalledTimes(1);
    expect(decodeURIComponent(follow.mock.calls[0]?.[0].type ?? '')).toBe(
      `mailto:?subject=${title}&body=${title}\r\n\r\n${LINK}`,
    );
    expect(toast(SHARE_MESSAGES.openingEmail)).toBeVisible();
  });
});

it('offers every way to share, in the order of SHARE_WAYS, before the QR code', async () => {
  give(navigator, 'share', () => undefined);
  show();
  await open();
  const { ways } = texts;
  const all = (Object.keys(SHARE_WAYS) as ShareWay[]).map((way) => ways[way]);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...all,
    ways.qr,
  ]);
});

describe("the browser's share sheet", () => {
  const failing = (name: string) => () => Promise.reject(new DOMException('no', name));

  const nothing = () => undefined;
  it.each<[what: string, sheet: object, offered: boolean]>([
    ['is missing', {}, false],
    ['does not accept links', { share: nothing, canShare: () => false }, false],
    ['accepts everything', { share: nothing }, true],
    ['accepts links', { share: nothing, canShare: () => true }, true],
  ])('is offered only if it is usable: it %s', async (_, sheet, offered) => {
    Object.entries(sheet).forEach(([name, value]) => give(navigator, name, value));
    show();
    await open();
    expect(screen.queryAllByRole('menuitem', { name: 'Other apps' })).toHaveLength(offered ? 1 : 0);
  });

  it.each<[how: string, share: () => Promise<void>, said: string | null, button: RegExp]>([
    ['shared', () => Promise.resolve(), SHARE_MESSAGES.shared, /Success!/],
    ['cancelled', failing('AbortError'), null, /^Share$/],
    ['refused', failing('NotAllowedError'), SHARE_MESSAGES.failed, /Failed/],
    ['failed', failing('DataError'), SHARE_MESSAGES.sharingFailed, /Failed/],
  ])('reports a result: %s', async (_, share, said, status) => {
    const shared = jest.fn(share);
    give(navigator, 'share', shared);
    show();
    await choose('Other apps');
    expect(shared).toHaveBeenCalledWith({ title, text: title, url: LINK });
    expect(button()).toHaveTextContent(status);
    const toasts = screen.queryAllByText(/./, { selector: 'p' }).map((p) => p.textContent);
    expect(toasts).toEqual(said === null ? [] : [said]);
  });

  it('falls back to copying if it rejects this link', async () => {
    give(navigator, 'share', () => Promise.resolve());
    give(navigator, 'canShare', ({ url }: ShareData) => url !== LINK);
    give(navigator, 'clipboard', { writeText: () => Promise.resolve() });
    show();
    await choose('Other apps');
    expect(toast(SHARE_MESSAGES.copiedInstead)).toBeVisible();
  });
});

describe('the QR code', () => {
  it('is shown beside the link', async () => {
    show();
    await choose('QR code');
    await settle();
    const dialog = screen.getByRole('dialog', { name: 'Continue on another device' });
    expect(within(dialog).getByRole('img', { name: /QR code/ })).toBeVisible();
    expect(within(dialog).getByRole('textbox')).toHaveValue(LINK);
    expect(api.count(CALL)).toBe(1);
  });

  it('can be retried if the link has failed', async () => {
    api.on(CALL, { status: 500 });
    show();
    await choose('QR code');
    await settle();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to create short URL');
    api.on(CALL, made);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByRole('img', { name: /QR code/ })).toBeVisible();
  });
});
