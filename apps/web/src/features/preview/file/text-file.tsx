import { useTranslation } from '../../../i18n/use-translation.js';
import { useLoaded } from '../../../lib/react/use-loaded.js';
import { readText } from './read-text.js';

/** The size of the excerpt in bytes: several screens of text. */
const EXCERPT_BYTES = 16 * 1024;

interface TextFileProps {
  readonly src: string;
  readonly title: string;
}

export function TextFile({ src, title }: TextFileProps) {
  const { t } = useTranslation('preview');
  const excerpt = useLoaded(src, (from, signal) =>
    readText(from, EXCERPT_BYTES, signal).catch(() => 'failed' as const),
  );
  return (
    <section className="card player-place overflow-hidden" aria-busy={excerpt === null}>
      {excerpt === 'failed' && <p className="p-5 text-muted">{t('text.failed')}</p>}
      {excerpt !== null && excerpt !== 'failed' && (
        // A scrollable region must be reachable by keyboard.
        <div
          role="region"
          aria-label={t('text.label', { title })}
          tabIndex={0}
          className="size-full overflow-y-auto p-5"
        >
          <pre dir="auto" className="font-sans wrap-anywhere whitespace-pre-wrap">
            {excerpt.text}
          </pre>
          {excerpt.goesOn && <p className="mt-4 text-sm text-muted">{t('text.goesOn')}</p>}
        </div>
      )}
    </section>
  );
}
