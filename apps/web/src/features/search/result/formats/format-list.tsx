import type { Format, VideoInfo } from '@dipper/contract';
import { ChevronDown, Download, Play, VolumeX } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { FormatFacts } from './format-facts.js';
import { useFormatLabel } from './format-label.js';
import { FormatLink } from './format-link.js';
import { FormatSize } from './format-size.js';
import { downloadLink, playLink } from '../preview-link.js';
import { useFold } from '../use-fold.js';
import { Badge } from '../../../../ui/badge.js';
import { Button, buttonClass } from '../../../../ui/buttons/button.js';

/** Rows in a folded list. */
const SHOWN = 5;

interface FormatListProps {
  /** Omitted if the surrounding section already has this heading. */
  readonly heading?: string;
  readonly info: VideoInfo;
  readonly formats: readonly Format[];
  readonly recommended: Format;
}

interface FormatRowProps {
  readonly info: VideoInfo;
  readonly format: Format;
  readonly recommended: boolean;
  /**
   * True if any row in the list has a play link. If there is room, rows without one leave space for
   * it.
   */
  readonly besidePlay: boolean;
}

function FormatRow({ info, format, recommended, besidePlay }: FormatRowProps) {
  const { t } = useTranslation('search');
  const label = useFormatLabel()(format);
  const play = playLink(info, format);
  const playWords = (
    <>
      <Play aria-hidden size={20} />
      <span className="max-sm:sr-only">{t('result.play')}</span>
    </>
  );
  return (
    <>
      <FormatLink
        to={downloadLink(info, format)}
        className="group flex min-h-14 min-w-0 grow basis-40 flex-wrap items-center gap-x-2 rounded-xl px-3 py-2 hover:bg-sunk sm:gap-x-3 sm:px-4"
      >
        {/* If a long word leaves no room next to it, the size wraps to the next line. */}
        <span className="flex max-w-full min-w-min grow basis-28 flex-wrap items-center gap-x-3 gap-y-0.5">
          <span className="font-semibold sm:min-w-48">{label}</span>
          <span className="flex flex-wrap gap-x-2 gap-y-1 empty:hidden sm:order-last">
            {recommended && <Badge className="text-link">{t('result.recommended')}</Badge>}
            {!format.has_audio && (
              <Badge>
                <VolumeX aria-hidden size={14} />
                {t('result.silent')}
              </Badge>
            )}
          </span>
          <span className="text-sm text-muted empty:hidden max-sm:w-full">
            <FormatFacts format={format} />
          </span>
        </span>
        <span className="ms-auto flex items-center gap-2 text-muted sm:gap-3">
          <span className="min-w-16 text-end text-sm">
            <FormatSize format={format} />
          </span>
          <Download aria-hidden size={20} className="transition-colors group-hover:text-link" />
        </span>
      </FormatLink>
      {play !== null && (
        <FormatLink
          to={play}
          aria-label={t('result.playLabel', { label })}
          className={buttonClass({ variant: 'plain', className: 'ms-auto' })}
        >
          {playWords}
        </FormatLink>
      )}
      {play === null && besidePlay && (
        <span aria-hidden className="button invisible px-3 max-sm:hidden">
          {playWords}
        </span>
      )}
    </>
  );
}

/** The formats of one kind, best first. Long lists are collapsed on phones. */
export function FormatList({ heading, info, formats, recommended }: FormatListProps) {
  const { t } = useTranslation('search');
  const { list, hidden, isHidden, unfold } = useFold(formats.length, SHOWN);
  const besidePlay = formats.some((format) => playLink(info, format) !== null);
  if (formats.length === 0) {
    return null;
  }
  return (
    <section className="min-w-0">
      {heading !== undefined && <h3 className="mb-1 px-3 text-base sm:px-4">{heading}</h3>}
      <ul ref={list} className="divide-y divide-line">
        {formats.map((format, at) => (
          <li
            key={`${format.format_id} ${format.url}`}
            className={`flex flex-wrap items-stretch gap-1 sm:flex-nowrap ${isHidden(at) ? 'max-sm:hidden' : ''}`}
          >
            <FormatRow {...{ info, format, besidePlay }} recommended={format === recommended} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="plain" tone="link" onClick={unfold} className="mt-1 w-full sm:hidden">
          {t('result.more', { count: hidden })}
          <ChevronDown aria-hidden size={18} />
        </Button>
      )}
    </section>
  );
}
