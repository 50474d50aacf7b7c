import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useMounted } from '../../lib/react/use-mounted.js';
import { Button } from '../../ui/buttons/button.js';

interface CopyableCodeProps {
  /** A description of the text, for screen readers. */
  readonly label?: string;
  /** A `code` element. */
  readonly children: ReactNode;
}

/**
 * Code with a copy button. If the browser refuses to copy, the text is selected for copying by
 * hand.
 */
export function CopyableCode({ label, children }: CopyableCodeProps) {
  const { t } = useTranslation('reading');
  const mounted = useMounted();
  const text = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = useCallback(() => {
    const { current } = text;
    navigator.clipboard.writeText(current?.textContent.replace(/\n$/, '') ?? '').then(
      () => setCopied(true),
      () => {
        if (current !== null) {
          window.getSelection()?.selectAllChildren(current);
        }
        setCopied(false);
      },
    );
  }, []);
  return (
    <div className="my-4 grid justify-items-start gap-2">
      <pre
        ref={text}
        {...(label !== undefined && { role: 'group', 'aria-label': label })}
        tabIndex={0}
        dir="ltr"
        className="w-full"
      >
        {children}
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
