import type { VideoInfo } from '@dipper/contract';
import { Download, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Thumbnail } from '../../components/thumbnail.js';
import { FormatList } from './format-list.js';
import { FormatSize } from './format-size.js';
import { groupFormats } from './group-formats.js';
import { downloadLink } from './preview-link.js';
import { ResultFacts } from './result-facts.js';
import { useScrollIntoView } from './use-scroll-into-view.js';

interface ResultCardProps {
  readonly info: VideoInfo;
  readonly onClear: () => void;
}

/** What was found: the item, one marked button, and every other format. */
export function ResultCard({ info, onClear }: ResultCardProps) {
  const { t } = useTranslation('home');
  const card = useRef<HTMLElement>(null);
  const { recommended, video, audio } = groupFormats(info.formats);
  useScrollIntoView(card, info);

  return (
    <section
      ref={card}
      aria-label={t('result.region')}
      className="card rise relative grid scroll-mt-6 gap-6 p-5 sm:p-7"
    >
      <p role="status" className="sr-only">
        {t('result.ready', { count: info.formats.length })}
      </p>
      <div className="flex flex-wrap gap-5 sm:flex-nowrap">
        {info.thumbnail_url !== null && (
          <Thumbnail url={info.thumbnail_url} className="w-full self-start sm:w-60" />
        )}
        <ResultFacts info={info} />
        <button
          type="button"
          onClick={onClear}
          className="button ms-auto min-w-11 self-start px-2 text-muted hover:bg-sunk hover:text-text max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:bg-surface"
        >
          <X aria-hidden size={20} />
          <span className="sr-only">{t('result.clear')}</span>
        </button>
      </div>
      <Link
        to={downloadLink(info, recommended)}
        className="button button-primary min-h-14 justify-between gap-4 rounded-xl px-5 text-lg"
      >
        <span className="inline-flex min-w-0 items-center gap-3 text-start">
          <Download aria-hidden size={22} className="shrink-0" />
          {t('result.best', { label: recommended.label })}
        </span>
        <span className="shrink-0 text-base font-medium">
          <FormatSize format={recommended} />
        </span>
      </Link>
      <div className="grid gap-6">
        <FormatList heading={t('result.video')} info={info} formats={video} />
        <FormatList heading={t('result.audio')} info={info} formats={audio} />
      </div>
    </section>
  );
}
