import type { PlatformId } from '@dipper/media';
import { useLandingText } from '../../content/use-content.js';
import { LandingScreen } from './landing-screen.js';

/** `/{platform}-downloader` and its aliases. */
export function LandingPage({ params }: { readonly params: { readonly platform: PlatformId } }) {
  return <LandingScreen text={useLandingText(params.platform)} />;
}

/** `/podcast-downloader`: any podcast, with a text of its own. */
export function PodcastsPage() {
  return <LandingScreen text={useLandingText('podcasts')} />;
}
