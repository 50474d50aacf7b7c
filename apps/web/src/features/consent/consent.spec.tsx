import type { DomainConfig } from '@dipper/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createI18n } from '../../i18n/create-i18n.js';
import common from '../../i18n/en/common.json';
import consent from '../../i18n/en/consent.json';
import { currentConsent, publishConsent, UNDECIDED } from '../../site/third-parties/consent.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { ConsentBanner } from './consent-banner.js';
import { ConsentPanel } from './consent-panel.js';
import { recordConsent, recordedConsent } from './cookie-consent.js';
import { externalConsent, SETTINGS_EVENT } from './consent-provider-api.js';
import { startConsent } from './start-consent.js';

const texts = createI18n('en', { common, consent });
const { analytics: none, features } = siteConfig();
const BOTH = siteConfig({
  analytics: { ...none, trackingEnabled: true, googleAnalyticsId: 'G-1', adsenseClientId: 'ca-1' },
});
const EXTERNAL = { ...BOTH, consent: { provider: 'external', script: '' } } as const;

const show = (part: React.ReactNode, config: DomainConfig = BOTH) =>
  renderAt('/', part, config, texts);
const clearCookies = () =>
  document.cookie.split('; ').forEach((pair) => {
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  clearCookies();
  publishConsent(UNDECIDED);
});

describe('the consent banner', () => {
  it.each([
    ['Accept all', true],
    ['Reject all', false],
  ])('records and publishes "%s", then disappears', async (name, allowed) => {
    show(<ConsentBanner />);
    await press(name);
    await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
    expect(currentConsent()).toMatchObject({ analytics: allowed, ads: allowed });
    expect(recordedConsent()).toEqual(currentConsent());
  });

  it('treats consent as refused when cookies are blocked', async () => {
    startConsent(BOTH, jest.fn());
    const refusing = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    show(<ConsentBanner />);
    await press('Accept all');
    await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
    expect(currentConsent()).toMatchObject({ analytics: false, ads: false });
    refusing.mockRestore();
  });

  it('grants only what it asks for', async () => {
    show(<ConsentBanner />, siteConfig({ analytics: { ...BOTH.analytics, adsenseClientId: '' } }));
    await press('Accept all');
    await waitFor(() => expect(currentConsent()).toMatchObject({ analytics: true, ads: false }));
  });

  it('only informs the visitor when there is nothing to allow', async () => {
    show(<ConsentBanner />, siteConfig({ features: { ...features, consentFeature: true } }));
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await press('OK');
    await waitFor(() => expect(currentConsent()).toMatchObject({ analytics: false, ads: false }));
  });
});

describe('the recorded consent', () => {
  it.each([
    '%',
    'null',
    '[]',
    encodeURIComponent('{"revision":1,"categories":"analytics"}'),
    encodeURIComponent('{"revision":1,"lastConsentTimestamp":"x","categories":"analytics"}'),
    encodeURIComponent('{"revision":1,"lastConsentTimestamp":"x","categories":["analytics"]}'),
    encodeURIComponent('{"revision":0,"lastConsentTimestamp":"x","categories":["analytics"]}'),
  ])('ignores the cookie %s', (value) => {
    document.cookie = `cc_cookie=${value}; Path=/`;
    expect(recordedConsent()).toEqual(UNDECIDED);
  });

  it('deletes only the cookies of withdrawn purposes', () => {
    recordConsent({ analytics: true, ads: true });
    const set = (names: string[]) =>
      names.forEach((name) => (document.cookie = `${name}=1; Path=/`));
    set(['_ga', '_ga_ABC', '__gads', 'theme']);
    recordConsent({ analytics: false, ads: true });
    expect(document.cookie).not.toMatch(/_ga(?:_ABC)?=/);
    expect(document.cookie).toMatch(/__gads=1/);
    expect(document.cookie).toMatch(/theme=1/);
    recordConsent({ analytics: false, ads: false });
    expect(document.cookie).not.toMatch(/__gads/);
  });
});

describe('a page with consent', () => {
  const seen = () => act(() => document.dispatchEvent(new Event('visibilitychange')));

  it('reloads when another tab withdraws consent, but not when it grants consent', async () => {
    const reload = jest.fn();
    startConsent(BOTH, reload);
    recordConsent({ analytics: true, ads: false });
    await seen();
    await waitFor(() => expect(currentConsent().analytics).toBe(true));
    expect(reload).not.toHaveBeenCalled();
    recordConsent({ analytics: false, ads: true });
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('follows an external consent provider and its updates', () => {
    window.__dipperConsent = { analytics: true, ads: 'yes' };
    startConsent(EXTERNAL, jest.fn());
    expect(currentConsent()).toMatchObject({ analytics: true, ads: false });
    window.dispatchEvent(new CustomEvent('dipper:consent', { detail: { ads: true } }));
    expect(currentConsent()).toMatchObject({ analytics: false, ads: true });
    delete window.__dipperConsent;
    window.dispatchEvent(new Event('dipper:consent'));
    expect(currentConsent()).toEqual(UNDECIDED);
    expect(document.cookie).toBe('');
  });

  it.each([undefined, null, 'all', 1, true])('treats %j from a provider as undecided', (word) => {
    expect(externalConsent(word, new Date(0))).toEqual(UNDECIDED);
  });
});

describe('the consent settings', () => {
  it('show, change and withdraw the consent', async () => {
    show(<ConsentPanel />);
    expect(screen.getByText(/^You haven't chosen yet/)).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Ads/ }));
    await press('Save choice');
    await waitFor(() => expect(currentConsent()).toMatchObject({ analytics: false, ads: true }));
    expect(screen.getByRole('checkbox', { name: /^Ads/ })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: /^Analytics/ })).not.toBeChecked();
    expect(screen.getByText(/^You made this choice on .+2\d{3}/)).toBeVisible();
    await press('Withdraw consent');
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Ads/ })).not.toBeChecked());
    expect(currentConsent()).toMatchObject({ analytics: false, ads: false });
  });

  it('say that there is nothing to choose if the domain needs no consent', () => {
    show(<ConsentPanel />, siteConfig());
    expect(screen.getByText(/There's nothing to choose/)).toBeVisible();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('open the settings of an external provider', async () => {
    const asked = jest.fn();
    window.addEventListener(SETTINGS_EVENT, asked);
    show(<ConsentPanel />, EXTERNAL);
    await press('Change your choice');
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
