import { detectPlatform, siteName, UNKNOWN_PLATFORM } from '@dipper/media';
import { Badge } from '../../ui/badge.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';

interface PlatformBadgeProps {
  readonly platform: string;
  readonly link: string;
}

/** The platform's name. For unknown sites, the host is more useful than 'Unknown Platform'. */
export function PlatformBadge({ platform, link }: PlatformBadgeProps) {
  const name = platform === UNKNOWN_PLATFORM ? siteName(link) : platform;
  const known = detectPlatform(link);
  return name === null ? null : (
    <Badge className="max-w-full truncate">
      {known?.displayName === platform && (
        <PlatformIcon icon={known.id} name={platform} className="size-3.5" />
      )}
      {name}
    </Badge>
  );
}
