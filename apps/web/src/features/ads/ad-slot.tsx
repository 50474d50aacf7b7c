import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';

/** Reserved from the start (specification §9), because a late ad would shift the layout. */
const SIZES = {
  leaderboard: 'h-[90px] min-w-80 max-w-[970px]',
  responsive: 'h-[250px] max-w-[970px]',
};

interface AdSlotProps {
  readonly kind: keyof typeof SIZES;
}

/**
 * A full-width ad slot; renders nothing if the domain has no ads. Use it only between sections of a
 * page: next to a download button, visitors would click ads by mistake.
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
      // Ad blockers may block this module because of its name. The slot then stays empty.
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
