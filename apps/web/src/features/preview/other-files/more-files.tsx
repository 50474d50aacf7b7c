import { fileTypeName } from '@dipper/media';
import { Captions, FileClock, FileText, Music, ShieldCheck } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { orderedSubtitles } from '../../../entities/media/ordered-subtitles.js';
import { AlertBox } from '../../../ui/alert-box.js';
import { SiteLink } from '../../../ui/links/site-link.js';
import { useLeftFacts } from '../player/use-page-facts.js';
import { OtherFormats } from '../ended/other-formats.js';
import { FileRow, ROW } from './file-row.js';
import { CHOSEN_CLIP, type Making } from './use-making.js';

/** The audio type that every device plays. */
const SOUND = 'mp3';

const TEXTS = [
  { format: 'srt', name: 'subtitles', icon: Captions },
  { format: 'txt', name: 'transcript', icon: FileText },
  { format: 'md', name: 'timed', icon: FileClock },
] as const;

/**
 * Rows that make the subtitles which suit the visitor best (their own language, written by a
 * person) and their transcripts.
 */
function SubtitleRows({ making }: { readonly making: Making }) {
  const { t, i18n } = useTranslation('preview');
  const all = useLeftFacts()?.subtitles ?? [];
  const [best] = orderedSubtitles(all, i18n.language, navigator.languages, '');
  if (best === undefined) {
    return null;
  }
  const { language, machine, shownName } = best;
  return TEXTS.map(({ format, name, icon }) => (
    <FileRow
      key={format}
      icon={icon}
      label={t(`more.${name}`)}
      detail={shownName}
      name={name}
      making={making}
      wish={{ kind: 'subtitle', language, format, ...(machine && { machine }) }}
    />
  ));
}

interface MoreFilesProps {
  /** The path of the preview that prepares a checked copy of media that we only relay. */
  readonly checkedPath?: string | null;
  readonly making: Making;
  /** False if the media is audio or silent. */
  readonly offersSound: boolean;
  /** Receives the element for the clip rows. The player fills it, because it knows the times. */
  readonly clipIn: (element: HTMLElement | null) => void;
}

/** Other files of the item, one click each, and a link to all of its formats. */
export function MoreFiles(props: MoreFilesProps) {
  const { checkedPath = null, making, offersSound, clipIn } = props;
  const { t } = useTranslation('preview');
  const { creating } = making;
  return (
    <section
      aria-label={t('more.heading')}
      className="card grid grid-cols-1 gap-2 p-2 noscript:hidden"
    >
      <div className="grid grid-cols-1 divide-y divide-line">
        {checkedPath !== null && (
          <SiteLink to={checkedPath} className={ROW}>
            <ShieldCheck aria-hidden size={18} className="shrink-0 text-muted" />
            {t('more.checked')}
          </SiteLink>
        )}
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
        <SubtitleRows making={making} />
        <div ref={clipIn} className="grid grid-cols-1 divide-y divide-line empty:hidden" />
        <OtherFormats isRow />
      </div>
      {creating.phase === 'failed' && creating.name !== CHOSEN_CLIP && (
        <AlertBox>{creating.error}</AlertBox>
      )}
    </section>
  );
}
