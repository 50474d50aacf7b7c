import type { PlatformId } from '@dipper/media';
import { useLandingText } from '../../content/use-content.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { LandingScreen } from './landing-screen.js';

export { landingSections } from './landing-screen.js';

/** `/{platform}-downloader` and its aliases. */
export function LandingPage({ params }: { readonly params: { readonly platform: PlatformId } }) {
  const { supportedPlatforms } = useSite().config;
  const platform = supportedPlatforms.find(({ id }) => id === params.platform);
  const text = useLandingText(params.platform);
  const name = platform?.displayName ?? params.platform;
  return <LandingScreen text={text} name={name} plate={params.platform} />;
}

/** `/podcast-downloader`, for any podcast. It has its own text. */
export function PodcastsPage() {
  const { t } = useTranslation('landing');
  return <LandingScreen text={useLandingText('podcasts')} name={t('podcasts')} plate="podcasts" />;
}
