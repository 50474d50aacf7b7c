import type { DomainConfig } from '@dipper/contract';
import { noteEvent } from '../../site/noted-events.js';
import { listenToEvents, type CountedEvent } from '../../site/counted-events.js';
import { currentConsent, onConsent } from '../../site/third-parties/consent.js';
import { gtag } from '../../site/third-parties/google-tag.js';
import { loadScript } from '../../site/third-parties/load-script.js';
import { analyticsId } from '@dipper/contract';
import { googleEvent, shownReferrer } from './google-event.js';

const SCRIPT = 'https://www.googletagmanager.com/gtag/js';

/** Sends events to Google Analytics and loads its script with the first one. */
class GoogleAnalytics {
  private loaded = false;
  private referrer = shownReferrer(document.referrer, window.location.origin);

  constructor(
    private readonly id: string,
    private readonly config: DomainConfig,
  ) {}

  send(event: CountedEvent): void {
    const { origin } = window.location;
    const { name, parameters } = googleEvent(event, {
      config: this.config,
      origin,
      title: document.title,
    });
    if ('page_location' in parameters) {
      // Set globally, because events sent by Google's script itself would otherwise carry the
      // document's URL.
      const place = { ...parameters, page_referrer: this.referrer };
      gtag('set', place);
      this.load();
      gtag('event', name, place);
      this.referrer = parameters.page_location;
      return;
    }
    this.load();
    gtag('event', name, parameters);
  }

  private load(): void {
    if (this.loaded) {
      return;
    }
    this.loaded = true;
    gtag('js', new Date());
    gtag('config', this.id, {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      // Limit the cookie to this host, so that we can delete it without knowing the parent domain.
      cookie_domain: 'none',
      cookie_flags: window.location.protocol === 'https:' ? 'SameSite=Lax;Secure' : 'SameSite=Lax',
    });
    loadScript(`${SCRIPT}?id=${encodeURIComponent(this.id)}`);
  }
}

/** Counts events if the domain has analytics, once the visitor consents. */
export function startAnalytics(config: DomainConfig): void {
  const id = analyticsId(config);
  const google = id === null ? null : new GoogleAnalytics(id, config);
  /** The current page view, held back until the visitor consents. */
  let shown: CountedEvent | null = null;
  const sendShown = () => {
    const { analytics } = currentConsent();
    if (google !== null && analytics && shown !== null) {
      google.send(shown);
      shown = null;
    }
  };
  onConsent(sendShown);
  listenToEvents((event) => {
    if (config.features.debugMode) {
      console.debug(`[${config.branding.name}]`, event);
      noteEvent(event);
    }
    if (event.name === 'page_view') {
      shown = event;
      sendShown();
    } else if (google !== null && currentConsent().analytics) {
      google.send(event);
    }
  });
}
