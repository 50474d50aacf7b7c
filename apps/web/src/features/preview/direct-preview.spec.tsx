import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { leaveFacts } from '../../entities/media/handover/page-facts.js';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

const RELAY = 'HEAD /api/proxied_download';
const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('a direct link', () => {
  let api: FakeApi;

  beforeEach(async () => {
    jest.useFakeTimers();
    api = new FakeApi().install();
    leaveFacts('https://vimeo.com/1', {
      by: null,
      chapters: [
        { title: 'One', start: 0 },
        { title: 'Two', start: 5 },
      ],
    });
    const address = new URLSearchParams({
      url: 'https://cdn.example/a.mp4',
      title: 'Clip',
      source_url: 'https://vimeo.com/1',
    });
    renderAt(`/preview?${address.toString()}`, <PreviewScreen />);
    await passTime(100);
  });
  afterEach(() => jest.useRealTimers());

  const expectExpired = () => {
    expect(screen.getByRole('alert')).toHaveTextContent('Preview Session Expired');
    expect(screen.queryByRole('link', { name: /^Download/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Go to Homepage' })).toHaveClass('button-quiet');
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveClass('button-primary');
  };

  it.each([403, 410])(
    'is reported as expired and not as a connection problem: %d',
    async (status) => {
      api.on(RELAY, { status });
      fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
      await passTime(0);
      expectExpired();
      expect(screen.getByRole('alert')).not.toHaveTextContent('connection');
    },
  );

  it('is checked before its download is offered, if it does not play', async () => {
    api.on(RELAY, { status: 403 });
    fireEvent.error(screen.getByLabelText('Video: Clip'));
    await passTime(0);
    expectExpired();
  });

  it('keeps its download if it does not play but is available', async () => {
    api.on(RELAY, { status: 200 });
    fireEvent.error(screen.getByLabelText('Video: Clip'));
    await passTime(0);
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go to Homepage' })).toHaveClass('button-quiet');
  });

  it('has its save link before the chapters in the tab order', () => {
    const media = screen.getByLabelText('Video: Clip');
    Object.defineProperty(media, 'duration', { value: 9 });
    fireEvent.loadedMetadata(media);
    const chapter = screen.getByRole('button', { name: /Two$/ });
    const save = screen.getByRole('link', { name: /^Download/ });
    const { DOCUMENT_POSITION_FOLLOWING: following } = Node;
    expect(save.compareDocumentPosition(chapter) & following).toBe(following);
  });
});
