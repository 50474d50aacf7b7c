import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type MediaInfo, MediaDetails } from './media-details.js';

interface PreviewFrameProps {
  readonly title: string;
  /** Left out where there is nothing to tell. */
  readonly info: MediaInfo | null;
  readonly children: ReactNode;
}

/** What all states of the preview page share: the way back, the title, the details beside. */
export function PreviewFrame({ title, info, children }: PreviewFrameProps) {
  const { t } = useTranslation('preview');
  return (
    <div className="wrap grid gap-5 pt-2 pb-16">
      <Link
        to="/"
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-link"
      >
        <ArrowLeft aria-hidden size={18} className="rtl:-scale-x-100" />
        {t('back')}
      </Link>
      <h1 tabIndex={-1} dir="auto" className="text-title">
        {title}
      </h1>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">{children}</div>
        {info !== null && <MediaDetails info={info} />}
      </div>
    </div>
  );
}
