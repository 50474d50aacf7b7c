import type { Format, VideoInfo } from '@dipper/contract';
import { Download } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useFormatLabel } from './format-label.js';
import { FormatLink } from './format-link.js';
import { FormatSize } from './format-size.js';
import { groupLanguages, type LanguageGroup } from './group-formats.js';
import { downloadLink } from '../preview-link.js';
import { Badge } from '../../../../ui/badge.js';
import { FoldArrow } from '../../../../ui/icons/fold-arrow.js';

interface LanguageRowProps {
  readonly info: VideoInfo;
  readonly group: LanguageGroup;
}

function LanguageRow({ info, group: { name, voice, formats } }: LanguageRowProps) {
  const { t } = useTranslation('search');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 sm:px-4">
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full">
        <span className="font-semibold">{name}</span>
        {voice !== null && <Badge>{t(`result.voices.${voice}`)}</Badge>}
      </span>
      {formats.map((format) => (
        <LanguageLink
          key={`${format.format_id} ${format.url}`}
          {...{ info, format }}
          language={name}
        />
      ))}
    </li>
  );
}

interface LanguageLinkProps {
  readonly info: VideoInfo;
  readonly format: Format;
  readonly language: string;
}

function LanguageLink({ info, format, language }: LanguageLinkProps) {
  const { t } = useTranslation('search');
  const labelOf = useFormatLabel();
  return (
    <FormatLink
      to={downloadLink(info, format)}
      className="button group gap-2 px-3 font-normal hover:bg-sunk max-sm:-mx-3 max-sm:grow max-sm:basis-full max-sm:justify-start max-sm:text-start"
    >
      <span className="sr-only">{t('result.inLanguage', { language })} </span>
      {labelOf(format)}
      <span className="ms-auto shrink-0 text-sm text-muted">
        <FormatSize format={format} />
      </span>
      <Download aria-hidden size={18} className="text-muted group-hover:text-link" />
    </FormatLink>
  );
}

/** Dubs and audio descriptions, collapsed because most visitors want the original. */
export function OtherLanguages({ info }: { readonly info: VideoInfo }) {
  const { t, i18n } = useTranslation('search');
  const groups = groupLanguages(info.formats, i18n.language, navigator.languages);
  if (groups.length === 0) {
    return null;
  }
  return (
    <details className="min-w-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-xl px-3 font-semibold hover:bg-sunk sm:px-4">
        {t('result.languages', { count: groups.length })}
        <FoldArrow />
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {groups.map((group) => (
          <LanguageRow key={`${group.language} ${group.voice}`} info={info} group={group} />
        ))}
      </ul>
    </details>
  );
}
