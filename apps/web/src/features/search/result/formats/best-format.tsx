import type { Format, VideoInfo } from '@dipper/contract';
import { Download } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { joined, useFormatFacts } from './format-facts.js';
import { useFormatLabel } from './format-label.js';
import { FormatSize, useFormatSize } from './format-size.js';
import { FormatLink } from './format-link.js';
import { downloadLink } from '../preview-link.js';

interface BestFormatProps {
  readonly info: VideoInfo;
  readonly format: Format;
  /** True if it is the only format, which is then described rather than recommended. */
  readonly only: boolean;
  /** True next to a clip, which is then the main action. */
  readonly isWhole?: boolean;
  /** True if something else is the main action at the moment. */
  readonly isQuiet?: boolean;
}

/** The recommended format's button, with a short reason. */
export function BestFormat(props: BestFormatProps) {
  const { info, format, only, isWhole = false, isQuiet = false } = props;
  const { t } = useTranslation('search');
  const labelOf = useFormatLabel();
  const size = useFormatSize()(format);
  const silent = format.has_audio ? '' : t('result.silent');
  // The source has a single file, but others can be made from it.
  const isOriginal = format.reason === 'only_one' && info.formats.length > 1;
  const reason = isOriginal
    ? t('result.original')
    : format.reason === null
      ? ''
      : t(`result.reasons.${format.reason}`);
  const { words, codecs } = useFormatFacts(format);
  const recommended = t('result.recommended');
  const whole = t('result.whole');
  const long = isWhole
    ? [whole, silent]
    : only
      ? [words, codecs, silent]
      : [recommended, reason, silent];
  const short = isWhole
    ? [whole, silent]
    : only
      ? [words || codecs, silent]
      : [reason || recommended, silent];
  return (
    <FormatLink
      to={downloadLink(info, format)}
      className={`button min-h-16 justify-between gap-4 rounded-xl px-[min(1rem,4vw)] text-lg sm:px-5 ${isQuiet ? 'button-quiet' : 'button-primary'}`}
    >
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3.5 text-start">
        <Download aria-hidden size={24} className="shrink-0" />
        <span className="grid min-w-0 grow basis-40 grid-cols-1">
          {t('result.best', { label: labelOf(format) })}{' '}
          <span className="text-sm font-medium">
            <span className="max-sm:hidden">{joined(long)}</span>
            <span className="sm:hidden">
              {joined(size === '' ? short : [...short, size])}
              {size === '' && (
                <span aria-hidden className="invisible">
                  {' · '}
                  <FormatSize format={format} />
                </span>
              )}
            </span>
          </span>
        </span>
      </span>
      <span className="min-w-28 shrink-0 text-end text-base font-medium max-sm:hidden">
        <FormatSize format={format} />
      </span>
    </FormatLink>
  );
}
