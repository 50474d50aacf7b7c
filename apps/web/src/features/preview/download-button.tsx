import { LIMITS } from '@dipper/contract';
import { Download, LoaderCircle } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headStatus, isOk } from '../../lib/api-client.js';

interface DownloadButtonProps {
  /** Answers as an attachment. */
  readonly href: string;
  readonly filename: string | null;
  /** Tells the page what the check said, so that an expired file is shown as one. */
  readonly onExpired?: () => void;
}

const EXPIRED = 410;

/** Lets the browser save a file the way a click on a plain link does. */
function save(href: string, filename: string | null): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename ?? '';
  link.click();
}

/**
 * A plain download link that first asks whether the file can be had, because a failed download is
 * silent in most browsers. Locked for 3 s after a press (specification §4).
 */
export function DownloadButton({ href, filename, onExpired }: DownloadButtonProps) {
  const { t } = useTranslation(['preview', 'messages']);
  const [locked, setLocked] = useState(false);
  const [failed, setFailed] = useState(false);
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(unlock.current), []);

  const download = async () => {
    const status = await headStatus(href);
    if (isOk(status)) {
      save(href, filename);
    } else if (status === EXPIRED && onExpired !== undefined) {
      onExpired();
    } else {
      setFailed(true);
    }
  };
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (locked) {
      return;
    }
    setLocked(true);
    setFailed(false);
    unlock.current = setTimeout(() => setLocked(false), LIMITS.downloadLockMs);
    void download();
  };

  return (
    <>
      <a
        href={href}
        download={filename ?? ''}
        role="button"
        aria-disabled={locked}
        onClick={onClick}
        className="button button-primary min-h-12 px-6 text-lg max-sm:w-full"
      >
        {locked ? (
          <LoaderCircle aria-hidden size={20} className="animate-spin" />
        ) : (
          <Download aria-hidden size={20} />
        )}
        {t(locked ? 'actions.downloading' : 'actions.download')}
      </a>
      {failed && (
        <p role="alert" className="w-full font-medium text-danger">
          {t('messages:player.downloadFailed')}
        </p>
      )}
    </>
  );
}
