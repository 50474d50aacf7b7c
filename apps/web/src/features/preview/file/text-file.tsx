import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { readExcerpt } from './read-excerpt.js';

interface TextFileProps {
  /** Address of the file. */
  readonly src: string;
  readonly title: string;
}

type Excerpt = Awaited<ReturnType<typeof readExcerpt>>;

/** The beginning of a file of text, to be read before it is saved. */
export function TextFile({ src, title }: TextFileProps) {
  const { t } = useTranslation('preview');
  const [excerpt, setExcerpt] = useState<Excerpt | 'failed' | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    readExcerpt(src, controller.signal).then(setExcerpt, () => {
      if (!controller.signal.aborted) {
        setExcerpt('failed');
      }
    });
    return () => controller.abort();
  }, [src]);
  return (
    <section className="card player-place overflow-hidden" aria-busy={excerpt === null}>
      {excerpt === 'failed' && <p className="p-5 text-muted">{t('text.failed')}</p>}
      {excerpt !== null && excerpt !== 'failed' && (
        // What scrolls must be reached by keyboard.
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
