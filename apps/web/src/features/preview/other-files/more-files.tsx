import type { Subtitles } from '@dipper/contract';
import { fileTypeName } from '@dipper/media';
import { Captions as CaptionsIcon, Music } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { leftFacts } from '../../../entities/media/handover/page-facts.js';
import { orderedSubtitles } from '../../../entities/media/ordered-subtitles.js';
import { useMounted } from '../../../lib/react/use-mounted.js';
import { AlertBox } from '../../../ui/alert-box.js';
import { useShownQuery } from '../address/shown-query.js';
import { OtherFormats } from '../ended/other-formats.js';
import { FileRow } from './file-row.js';
import type { Making } from './use-making.js';

/** The audio type that every device plays. */
const SOUND = 'mp3';

const NO_SUBTITLES: readonly Subtitles[] = [];

/** Makes the subtitles that suit the visitor best: their own language, written by a person. */
function SubtitleRow({ making }: { readonly making: Making }) {
  const { t, i18n } = useTranslation('preview');
  const { source_url: link } = useShownQuery();
  const mounted = useMounted();
  const all = (mounted && link !== undefined ? leftFacts(link)?.subtitles : null) ?? NO_SUBTITLES;
  if (all.length === 0) {
    return null;
  }
  const [best] = orderedSubtitles(all, i18n.language, navigator.languages, '');
  if (best === undefined) {
    return null;
  }
  const { language, machine, shownName } = best;
  return (
    <FileRow
      icon={CaptionsIcon}
      label={t('more.subtitles')}
      detail={shownName}
      name="subtitles"
      making={making}
      wish={{ kind: 'subtitle', language, format: 'srt', ...(machine && { machine }) }}
    />
  );
}

interface MoreFilesProps {
  readonly making: Making;
  /** False if the media is audio or silent. */
  readonly offersSound: boolean;
  readonly sourceUrl: string | null;
  /** Receives the element for the clip rows. The player fills it, because it knows the times. */
  readonly clipIn: (element: HTMLElement | null) => void;
}

/** Other files of the item, one click each, and a link to all of its formats. */
export function MoreFiles({ making, offersSound, sourceUrl, clipIn }: MoreFilesProps) {
  const { t } = useTranslation('preview');
  return (
    <section aria-label={t('more.heading')} className="card grid grid-cols-1 p-2 noscript:hidden">
      <div className="grid grid-cols-1 divide-y divide-line">
        {offersSound && (
          <FileRow
            icon={Music}
            label={t('more.sound')}
            detail={fileTypeName(SOUND)}
            name="sound"
            making={making}
            wish={{ kind: 'convert', to: SOUND }}
          />
        )}
        <SubtitleRow making={making} />
        <div ref={clipIn} className="grid grid-cols-1 divide-y divide-line empty:hidden" />
        <OtherFormats sourceUrl={sourceUrl} isRow />
      </div>
      {making.error !== null && <AlertBox>{making.error}</AlertBox>}
    </section>
  );
}
