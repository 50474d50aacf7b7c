import type { PlatformState, PlatformStatus, ServiceStatus } from '@dipper/contract';
import { platformEntries } from '@dipper/site';
import { ReadingFrame } from '../../features/reading/reading-frame.js';
import { useTimes } from '../../entities/status/use-times.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';
import { PageHead } from '../../ui/page-head.js';
import { repeat } from '@dipper/client';
import { useEffect, useState } from 'react';
import { fetchStatus } from '../../entities/status/fetch-status.js';
import { useSeen } from '../../lib/react/use-seen.js';

import '../../theme/later.css';

/** A shape for each state, so that the states do not differ by color alone. */
const SHAPES: Readonly<Record<PlatformState, { readonly path: string; readonly colour: string }>> =
  {
    working: { path: 'M3 8.5 6.5 12 13 4.5', colour: 'text-link' },
    unsteady: { path: 'M2 8q3-5 6 0t6 0', colour: 'text-accent' },
    failing: { path: 'M4 4l8 8M12 4l-8 8', colour: 'text-danger' },
    unknown: { path: 'M3 8h10', colour: 'text-muted' },
  };

function StateMark({ state }: { readonly state: PlatformState }) {
  const { path, colour } = SHAPES[state];
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={`size-4 ${colour}`}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

interface StateTextProps {
  readonly platform: PlatformStatus;
  readonly checkedAt: string;
}

function StateText({ platform, checkedAt }: StateTextProps) {
  const { t } = useTranslation('status');
  const time = useTimes();
  const { state, failing_since: since, is_longer: isLonger } = platform;
  if (state !== 'failing' || since === null) {
    return t(state === 'failing' ? 'states.failingLonger' : `states.${state}`);
  }
  return isLonger
    ? t('states.failingLonger')
    : t('states.failing', { time: time(since, checkedAt) });
}

/** True if too little is known about all of the platforms. A single sentence then says so. */
function knowsNone({ platforms }: ServiceStatus): boolean {
  return platforms.every(({ state }) => state === 'unknown');
}

interface SitesProps {
  /** Undefined or null if nothing is known. The rows then show no state. */
  readonly status: ServiceStatus | null | undefined;
}

/** The domain's platforms. Their rows exist before the status is known, so that nothing moves. */
function Sites({ status }: SitesProps) {
  const { t } = useTranslation('status');
  const { config } = useSite();
  const known = new Map(status?.platforms.map((it) => [it.id, it]));
  const entries = platformEntries(config).filter(({ id }) => !status || known.has(id));
  return (
    <section aria-labelledby="sites">
      <h2 id="sites" className="sr-only">
        {t('sites')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map(({ id, displayName, icon }) => {
          const platform = known.get(id);
          return (
            <li
              key={id}
              className="grid min-h-16 content-center gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)] sm:items-center"
            >
              <span className="flex items-center gap-3 font-semibold">
                <PlatformIcon icon={icon} name={displayName} colourOf={id} />
                {displayName}
              </span>
              <span className="flex min-h-6 items-center gap-2.5 ps-8 text-muted sm:ps-0">
                {platform !== undefined && status && !knowsNone(status) && (
                  <>
                    <StateMark state={platform.state} />
                    <span className="min-w-0">
                      <StateText platform={platform} checkedAt={status.checked_at} />
                    </span>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Summary({ status }: SitesProps) {
  const { t } = useTranslation('status');
  const time = useTimes();
  if (!status) {
    return (
      <p role="status" className="min-h-20 text-lg">
        {t(status === null ? 'unknown' : 'checking')}
      </p>
    );
  }
  const { platforms, waiting, checked_at: checkedAt } = status;
  const count = platforms.filter(({ state }) => state === 'failing').length;
  return (
    <div className="min-h-20">
      <p className="text-lg font-semibold">
        {knowsNone(status)
          ? t('states.unknown')
          : count === 0
            ? t('sum.fine')
            : t('sum.failing', { count })}
      </p>
      <p>{waiting === 0 ? t('line.empty') : t('line.waiting', { count: waiting })}</p>
      <p className="text-[0.9375rem] text-muted">
        <time dateTime={checkedAt}>{t('checked', { time: time(checkedAt, checkedAt) })}</time>
      </p>
    </div>
  );
}

/** `/status`: which platforms work now, and how long the line is. */
export function StatusPage() {
  const { t } = useTranslation('status');
  const { name } = useSite().config.branding;
  const status = useStatus();
  return (
    <ReadingFrame
      name={t('title')}
      heading={t('heading')}
      facts={
        <div className="grid grid-cols-1 gap-4">
          <p className="text-lg text-muted">{t('intro')}</p>
          <Summary status={status} />
        </div>
      }
    >
      <PageHead title={t('title')} description={t('description', { name })} />
      <div className="grid grid-cols-1 gap-8">
        <Sites status={status} />
        <section aria-labelledby="about" className="grid grid-cols-1 gap-2">
          <h2 id="about" className="text-title">
            {t('about.heading')}
          </h2>
          <p className="max-w-prose text-muted">{t('about.text')}</p>
        </section>
      </div>
    </ReadingFrame>
  );
}

const AGAIN_MS = 60_000;

/**
 * Returns the status: the one in the document, then a new one every minute while the page is
 * visible. Undefined while the first is being fetched, null if that failed.
 */
function useStatus(): ServiceStatus | null | undefined {
  const written = useSite().status;
  const [status, setStatus] = useState<ServiceStatus | null | undefined>(written);
  const isSeen = useSeen();
  useEffect(() => {
    if (!isSeen) {
      return;
    }
    const left = new AbortController();
    const ask = async () => {
      try {
        setStatus(await fetchStatus(left.signal));
      } catch {
        // An outdated status is better than none.
        setStatus((last) => (left.signal.aborted ? last : (last ?? null)));
      }
      return AGAIN_MS;
    };
    void repeat(0, ask, left.signal);
    return () => left.abort();
  }, [isSeen]);
  return status;
}
