import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';

/** What a slot holds from the start (specification §9), so that nothing moves when an ad comes. */
const SIZES = {
  leaderboard: 'h-[90px] min-w-80 max-w-[970px]',
  responsive: 'h-[250px] max-w-[970px]',
};

interface AdSlotProps {
  readonly kind: keyof typeof SIZES;
}

/**
 * The place of an ad, as wide as the page; nothing where the domain has none. Only between sections of
 * a page, never beside a download: who looks for that must not press an ad.
 */
export function AdSlot({ kind }: AdSlotProps) {
  const { t } = useTranslation();
  const { adsenseClientId: client, adSlots } = useSite().config.analytics;
  const slot = client === '' ? '' : adSlots[kind];
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null || slot === '') {
      return;
    }
    let end: (() => void) | null = null;
    let gone = false;
    import('./fill-slot.js').then(
      ({ fillSlot }) => {
        end = gone ? null : fillSlot(current, { client, slot });
      },
      // Blockers stop it by its name; the place stays empty.
      () => undefined,
    );
    return () => {
      gone = true;
      end?.();
    };
  }, [client, slot]);
  return (
    slot !== '' && (
      <div role="group" aria-label={t('advertisement')} className="py-8">
        <p className="pb-1 text-center text-sm text-muted">{t('advertisement')}</p>
        <div ref={place} className={`mx-auto overflow-hidden bg-sunk ${SIZES[kind]}`} />
      </div>
    )
  );
}
