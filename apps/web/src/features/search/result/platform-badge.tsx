import { httpUrl, UNKNOWN_PLATFORM } from '@dipper/media';
import { Badge } from '../../../ui/badge.js';

interface PlatformBadgeProps {
  readonly platform: string;
  /** A link to the item. */
  readonly link: string;
}

/** The platform's name; of a site that has none, its host, which tells more than 'Unknown Platform'. */
export function PlatformBadge({ platform, link }: PlatformBadgeProps) {
  const host = httpUrl(link)?.hostname.replace(/^www\./, '');
  const name = platform === UNKNOWN_PLATFORM ? host : platform;
  return name === undefined ? null : <Badge className="max-w-full truncate">{name}</Badge>;
}
