import '../../theme/later.css';
import type { Shareable } from '../../entities/share/share-params.js';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogContentProps } from '../../ui/overlays/overlays-context.js';
import { CopyLink, LinkWaiting } from './copy-link.js';
import { qrPath } from '../../entities/share/qr-path.js';
import { useShortLink } from './use-short-link.js';

/** A QR code, dark on white in every theme, because many scanners cannot read inverted codes. */
function QrCode({ link }: { readonly link: string }) {
  const { t } = useTranslation('share');
  const { size, path } = useMemo(() => qrPath(link), [link]);
  return (
    <svg
      role="img"
      aria-label={t('qr.label')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 self-center rounded-control forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

interface LinkDialogProps extends DialogContentProps {
  readonly params: Shareable;
  /**
   * True if the dialog opened because the clipboard is blocked, false if the visitor wants to
   * continue on another device.
   */
  readonly byHand: boolean;
}

/** A preview's short link, as a QR code and as text to copy by hand. */
export function LinkDialog({ params, byHand, close }: LinkDialogProps) {
  const { t } = useTranslation('share');
  const why = byHand ? 'copy' : 'qr';
  const { state, again, isRetry } = useShortLink(params);
  return (
    <Dialog title={t(`${why}.heading`)} description={t(`${why}.text`)} onClose={close}>
      {state.phase === 'made' ? (
        // The part that the dialog was opened for comes first, because a toast may cover the end.
        <div className={`flex gap-4 ${byHand ? 'flex-col-reverse' : 'flex-col'}`}>
          <QrCode link={state.link} />
          <CopyLink
            params={params}
            link={state.link}
            byHand={byHand}
            takesFocus={byHand || isRetry}
          />
        </div>
      ) : (
        <div
          className={`grid min-h-80 grid-cols-1 ${state.phase === 'loading' ? 'content-center justify-items-center' : 'content-start'}`}
        >
          <LinkWaiting state={state} onAgain={again} />
        </div>
      )}
    </Dialog>
  );
}
