import { LIMITS } from '@dipper/contract';
import { ArrowDown, LoaderCircle } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type SubmitEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMounted } from '../../lib/use-mounted.js';
import { onlyLink } from './check-link.js';
import { FieldButton } from './field-button.js';
import { useLinkDrop } from './use-link-drop.js';
import { usePrefilledText } from './use-prefill.js';
import { useSlashKey } from './use-slash-key.js';
import type { Search } from './use-search.js';

interface LinkFormProps {
  readonly search: Search;
}

/**
 * The form everything starts from. It works before the page comes alive: the button is enabled in
 * the server's HTML, and a plain submit lands on `/?url=`, which fills it in again.
 */
export function LinkForm({ search }: LinkFormProps) {
  const { t } = useTranslation('home');
  const [text, setText] = usePrefilledText();
  const field = useRef<HTMLInputElement>(null);
  const mounted = useMounted();
  const loading = search.state.phase === 'loading';
  const failed = search.state.phase === 'error';
  const empty = text.trim() === '';

  const change = (next: string) => {
    setText(next);
    search.typed();
  };
  /** Takes a whole text from outside; a single link in it is fetched after the text was shown. */
  const take = (pasted: string) => {
    const link = onlyLink(pasted);
    change(link ?? pasted);
    if (link !== null) {
      requestAnimationFrame(() => search.submit(link));
    }
    field.current?.focus();
  };
  const hovering = useLinkDrop(take);
  useSlashKey(field);

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (onlyLink(pasted) !== null) {
      event.preventDefault();
      take(pasted);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      change('');
    } else if (event.key === 'Enter' && empty && !event.nativeEvent.isComposing) {
      // A disabled button stops the browser's own submit, and the visitor would hear nothing.
      event.preventDefault();
      search.submit('');
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    search.submit(text);
  };

  return (
    <form action="/" method="get" role="search" onSubmit={onSubmit} className="grid gap-3">
      <div className="card flex flex-wrap items-center gap-2 p-2 focus-within:border-link sm:flex-nowrap">
        <input
          ref={field}
          id="link"
          name="url"
          type="text"
          inputMode="url"
          dir="ltr"
          enterKeyHint="go"
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={LIMITS.linkTextLength}
          aria-label={t('form.label')}
          aria-describedby="link-hint"
          aria-invalid={failed}
          placeholder={t('form.placeholder')}
          value={text}
          onChange={(event) => change(event.target.value)}
          onFocus={search.prepare}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          className="min-h-12 min-w-0 flex-1 basis-40 rtl:text-end bg-transparent px-3 text-lg outline-none placeholder:text-muted"
        />
        <FieldButton empty={empty} onClear={() => change('')} onText={take} field={field} />
        <button
          type="submit"
          disabled={loading || (mounted && empty)}
          className="button button-primary min-h-12 px-6 text-lg max-sm:w-full"
        >
          {loading ? (
            <LoaderCircle aria-hidden size={20} className="animate-spin" />
          ) : (
            <ArrowDown aria-hidden size={20} />
          )}
          {t('form.submit')}
        </button>
      </div>
      <p id="link-hint" className="px-2 text-sm text-muted">
        {t('form.hint')} <span className="pointer-coarse:hidden">{t('form.keys')}</span>
      </p>
      {hovering && (
        <div className="pointer-events-none fixed inset-4 z-40 grid place-items-center rounded-3xl border-4 border-dashed border-primary bg-bg/90 text-title font-bold">
          {t('form.drop')}
        </div>
      )}
    </form>
  );
}
