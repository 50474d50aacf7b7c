import type { DamagedSpan } from '@dipper/contract';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { damagePlaces } from './damage-places.js';
import { useAnnouncement } from '../progress/use-announcement.js';

interface DamageNoticeProps {
  /** For what offers the file, to be described by. */
  readonly id: string;
  readonly damage: readonly DamagedSpan[];
  readonly isAudio: boolean;
}

/** Stays with a file that was taken although its source is damaged: where, and what to expect. */
export function DamageNotice({ id, damage, isAudio }: DamageNoticeProps) {
  const { t, i18n } = useTranslation('preview');
  const heading = t('damage.notice', { where: damagePlaces(damage, t, i18n.language) });
  const text = t(isAudio ? 'damage.audioMay' : 'damage.videoMay');
  const announcement = useAnnouncement(100, `${heading} ${text}`);
  return (
    <section className="card flex items-start gap-3 p-5">
      <TriangleAlert aria-hidden size={20} className="mt-1 text-accent" />
      <div id={id} className="grid min-w-0 gap-1">
        <h2 className="text-base">{heading}</h2>
        <p className="text-[0.9375rem] text-muted">{text}</p>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}
