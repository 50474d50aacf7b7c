import { Download as DownloadIcon, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { type Download, useDownload } from './use-download.js';
import { useSaveWords } from '../use-file-words.js';
import { buttonClass } from '../../../../ui/buttons/button.js';

interface LabelProps {
  readonly shown: boolean;
  readonly children: ReactNode;
}

/** One of two overlapping labels, so that the button keeps its width. */
function Label({ shown, children }: LabelProps) {
  return (
    <span
      aria-hidden={!shown}
      className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-2 ${shown ? '' : 'invisible'}`}
    >
      {children}
    </span>
  );
}

/** A download link that first checks that the file exists. Without scripts it is a plain link. */
export function DownloadButton(download: Download) {
  const { t } = useTranslation('preview');
  const words = useSaveWords(download.sizeBytes);
  const { locked, failed, isSaving, press } = useDownload(download);
  return (
    <>
      <a
        href={download.href}
        download={download.filename ?? ''}
        aria-disabled={locked}
        aria-describedby={download.noticeId ?? undefined}
        onClick={(event) => {
          if (!press()) {
            event.preventDefault();
          }
        }}
        className={buttonClass({
          variant: 'primary',
          size: 'large',
          className: 'max-sm:w-full sm:flex-[1_1_16rem]',
        })}
      >
        <span className="grid min-w-0 grid-cols-1 wrap-anywhere">
          <Label shown={!locked}>
            <DownloadIcon aria-hidden size={20} />
            {words}
          </Label>
          <Label shown={locked}>
            <LoaderCircle aria-hidden size={20} className="animate-spin" />
            {t('actions.downloading')}
          </Label>
        </span>
      </a>
      {/* The browser's own notice is outside the page, where screen readers may miss it. */}
      <p role="status" className="sr-only">
        {isSaving && t('actions.saving')}
      </p>
      {failed && (
        <p role="alert" className="order-last w-full font-medium text-danger">
          {t('messages.player.downloadFailed')}
        </p>
      )}
    </>
  );
}
