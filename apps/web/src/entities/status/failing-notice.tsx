import type { PlatformStatus } from '@dipper/contract';
import { isAgainstPlatform } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import { useTimes } from './use-times.js';
import { useLoaded } from '../../lib/react/use-loaded.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { TextLink } from '../../ui/links/text-link.js';
import { fetchStatus } from './fetch-status.js';

interface Failing {
  readonly platform: PlatformStatus & { readonly failing_since: string };
  readonly checkedAt: string;
}

/** The platform's failure, if there is one. Errors are ignored, because the notice is optional. */
function useFailing(link: string): Failing | null {
  const asked = detectPlatform(link)?.id ?? null;
  return useLoaded(asked, async (id, signal) => {
    const { platforms, checked_at: checkedAt } = await fetchStatus(signal);
    const found = platforms.find((it) => it.id === id);
    const since = found?.failing_since ?? null;
    return found && since !== null
      ? { platform: { ...found, failing_since: since }, checkedAt }
      : null;
  });
}

function Notice({ link }: { readonly link: string }) {
  const { t } = useTranslation('search');
  const time = useTimes();
  const failing = useFailing(link);
  const { name, failing_since, is_longer } = failing?.platform ?? {};
  const since = failing && !is_longer ? time(failing_since ?? '', failing.checkedAt) : '';
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {failing && (
        <span role="status">
          {is_longer ? t('failing.longer', { name }) : t('failing.since', { name, time: since })}
        </span>
      )}
      <TextLink to="/status" target="_blank">
        {t('failing.link')}
      </TextLink>
    </p>
  );
}

interface FailingNoticeProps {
  readonly link: string;
  /** The code of the error. */
  readonly code: string | undefined;
}

/**
 * Shown with an error that may be the platform's fault. It says how long the platform has been
 * failing, and links to the status page in a new tab, so that input and results are kept.
 */
export function FailingNotice({ link, code }: FailingNoticeProps) {
  return code !== undefined && isAgainstPlatform(code) ? <Notice link={link} /> : null;
}
