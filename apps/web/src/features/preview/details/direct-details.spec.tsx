import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';

const RELAY = 'HEAD /api/proxied_download';

describe('the details of a direct link with only a URL', () => {
  let api: FakeApi;

  beforeEach(async () => {
    jest.useFakeTimers();
    api = new FakeApi().on(RELAY, { headers: { 'content-length': '1048576' } }).install();
    const address = new URLSearchParams({ url: 'https://cdn.example/a.mp4', title: 'Clip' });
    renderAt(`/preview?${address.toString()}`, <PreviewScreen />);
    await act(() => jest.advanceTimersByTimeAsync(100));
  });
  afterEach(() => jest.useRealTimers());

  const open = async (facts: object) => {
    const video = screen.getByLabelText('Video: Clip');
    for (const [name, value] of Object.entries(facts)) {
      Object.defineProperty(video, name, { value });
    }
    fireEvent.loadedMetadata(video);
    await act(() => jest.advanceTimersByTimeAsync(0));
  };
  const detail = (term: string) =>
    screen.queryByText(term, { selector: 'dt' })?.nextElementSibling?.textContent;

  it('come from the media once it has loaded, and the size from a single request', async () => {
    expect(detail('File size')).toBeUndefined();
    expect(api.count(RELAY)).toBe(0);
    await open({ duration: 12, videoWidth: 640, videoHeight: 360 });
    expect(detail('Resolution')).toBe('640x360');
    expect(detail('Duration')).toBe('0:12');
    expect(detail('File size')).toBe('1.0 MB');
    expect(detail('Bitrate')).toBe('699 kbps');
    expect(screen.getByRole('link', { name: 'Download MP4, 1.0 MB' })).toBeVisible();
    expect(api.count(RELAY)).toBe(1);
  });

  it('name the host if the site is not a known platform', () => {
    expect(detail('Platform')).toBe('cdn.example');
    expect(document.title).toBe('Preview | Unknown Platform | Clip');
    expect(document.body).not.toHaveTextContent('Unknown Platform');
  });

  it('omit the duration of a live stream', async () => {
    await open({ duration: Infinity });
    expect(detail('Duration')).toBeUndefined();
    expect(detail('Bitrate')).toBeUndefined();
  });
});
