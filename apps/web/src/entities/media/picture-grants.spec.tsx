import { render, screen } from '@testing-library/react';
import { siteConfig } from '../../testing/fixtures.js';
import { keepGrant, usePictureAddress } from './picture-grants.js';
import { type Site, SiteProvider } from '../../site/site.js';

const PICTURE = 'https://i.example/1.jpg?a=1&b=2';
const ADDRESS = '/api/image-proxy?url=https%3A%2F%2Fi.example%2F1.jpg%3Fa%3D1%26b%3D2';

function Address({ url, grant }: { readonly url: string | null; readonly grant?: string }) {
  return <output>{usePictureAddress(url, grant) ?? 'none'}</output>;
}

/**
 * Returns the URL of a picture on a page. `shared` is the grant that came with the opened preview.
 */
function addressOf(url: string | null, grant?: string, shared?: string): string {
  const site: Site = {
    ...{ config: siteConfig(), origin: 'https://dipper.example', prefix: '' },
    retentionSeconds: 3600,
    sharedPicture: shared === undefined ? undefined : { path: '/p/x', url: PICTURE, grant: shared },
  };
  const { unmount } = render(
    <SiteProvider value={site}>
      <Address url={url} {...(grant !== undefined && { grant })} />
    </SiteProvider>,
  );
  const { textContent } = screen.getByRole('status');
  unmount();
  return textContent ?? '';
}

it('uses the grant that came with a picture, otherwise the one of the opened preview', () => {
  expect(addressOf(null)).toBe('none');
  expect(addressOf(PICTURE)).toBe(ADDRESS);
  expect(addressOf(PICTURE, undefined, 'a.b.c')).toBe(`${ADDRESS}&grant=a.b.c`);
  expect(addressOf('https://i.example/2.jpg', undefined, 'a.b.c')).not.toContain('grant');
  expect(addressOf(PICTURE, 'own+', 'a.b.c')).toBe(`${ADDRESS}&grant=own%2B`);
});

it('reuses the URLs of the last fifty pictures', () => {
  expect(addressOf(PICTURE, 'own')).toBe(`${ADDRESS}&grant=own`);
  expect(addressOf(PICTURE)).toBe(`${ADDRESS}&grant=own`);
  for (let count = 0; count < 50; count += 1) {
    keepGrant(`https://i.example/other-${count}.jpg`, 'other');
  }
  expect(addressOf(PICTURE)).toBe(ADDRESS);
  expect(addressOf('https://i.example/other-0.jpg')).toContain('&grant=other');
});
