import { useCallback, useRef, useState } from 'react';
import { publishedOrigin } from '@dipper/site';
import { AdSlot } from '../../features/ads/ad-slot.js';
import { TextPage } from '../../features/reading/text-page.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useMounted } from '../../lib/react/use-mounted.js';
import { useSite } from '../../site/site.js';
import { Button } from '../../ui/buttons/button.js';
import { bookmarklet, shareAddress } from './share-address.js';

function useOrigin(): string {
  const { config, origin } = useSite();
  return publishedOrigin(config, origin);
}

interface CopyLineProps {
  /** What the button copies, for screen readers. */
  readonly label: string;
  readonly children: string;
}

/**
 * A line of text with a copy button. If the browser refuses to copy, the text is selected for
 * copying by hand.
 */
function CopyLine({ label, children }: CopyLineProps) {
  const { t } = useTranslation('reading');
  const mounted = useMounted();
  const line = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = useCallback(() => {
    navigator.clipboard.writeText(children).then(
      () => setCopied(true),
      () => {
        if (line.current !== null) {
          window.getSelection()?.selectAllChildren(line.current);
        }
        setCopied(false);
      },
    );
  }, [children]);
  return (
    <div className="my-4 grid justify-items-start gap-2">
      <pre role="group" aria-label={label} tabIndex={0} dir="ltr" className="w-full">
        <code ref={line}>{children}</code>
      </pre>
      {mounted && typeof navigator.clipboard?.writeText === 'function' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="quiet" onClick={copy}>
            {t('copy')}
          </Button>
          <span role="status">{copied !== null && t(copied ? 'copied' : 'notCopied')}</span>
        </div>
      )}
    </div>
  );
}

function Bookmarklet() {
  const { t } = useTranslation('reading');
  return <CopyLine label={t('bookmarklet')}>{bookmarklet(useOrigin())}</CopyLine>;
}

function ShareAddress() {
  const { t } = useTranslation('reading');
  return <CopyLine label={t('shareAddress')}>{shareAddress(useOrigin())}</CopyLine>;
}

const GUIDE_PARTS = { Bookmarklet, ShareAddress };

/** `/how-to-download-videos` */
export function GuidePage() {
  return (
    <>
      <TextPage text="guide" parts={GUIDE_PARTS} />
      <AdSlot kind="responsive" />
    </>
  );
}
