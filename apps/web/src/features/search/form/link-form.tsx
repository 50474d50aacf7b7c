import { LIMITS } from '@dipper/contract';
import { SENT } from '@dipper/site';
import { useHref } from 'react-router-dom';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useContext,
} from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { useMounted } from '../../../lib/react/use-mounted.js';
import { Extra } from '../../../ui/loading/extra.js';
import { OverlaysContext } from '../../../ui/overlays/overlays-context.js';
import { checkLink, countLinks, onlyLink } from './check-link.js';
import { FieldButton } from './field-button.js';
import { LINK_ERROR } from '../search-error.js';
import { usePageInput } from './page-input.js';
import { submitButton } from './submit-button.js';
import type { Search } from '../search.reducer.js';
import { LineIcon } from '../../../ui/icons/line-icon.js';
import { buttonClass } from '../../../ui/buttons/button.js';

interface LinkFormProps {
  readonly search: Search;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/**
 * Loaded on demand, because few texts are more than a link. The server loads it before it renders,
 * because a link from the address may have times.
 */
export const textNotes = lazyComponent(async () => (await import('./text-notes.js')).TextNotes);
const NOTES = 'link-notes';

/** Matches at most a scheme, without the rest of a link. */
const START = /^\s*(?:https?:?\/*)?$/i;

/** True if focusing a field is likely to open an on-screen keyboard. */
function hasTouchKeyboard(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

function useFormActions({ search, text, onText, field }: LinkFormProps) {
  const { state } = search;
  const loading = state.phase === 'loading';
  const checked = checkLink(text);
  // True if the text's link is being searched or its result is shown.
  const current = 'link' in state && (!checked.ok || checked.link === state.link);

  const change = (next: string) => {
    onText(next);
    search.typed();
  };
  /**
   * Replaces the text with one from outside the field. A single link is submitted as soon as the
   * text is visible.
   */
  const take = (pasted: string) => {
    const link = onlyLink(pasted);
    change(link ?? pasted);
    if (link !== null) {
      requestAnimationFrame(() => search.submit(link));
      // Focusing the field would open a phone's keyboard over the result.
      submitButton(field.current)?.focus();
    } else {
      field.current?.focus();
    }
  };
  const clear = () => {
    change('');
    if (loading) {
      search.clear();
    }
  };
  const put = (event: ClipboardEvent | DragEvent, given: DataTransfer) => {
    const pasted = given.getData('text');
    // Text without a scheme may continue what is already in the field.
    if (onlyLink(pasted) !== null && (pasted.includes('://') || START.test(text))) {
      event.preventDefault();
      take(pasted);
    } else if (/\n/.test(pasted)) {
      // By default, the field would drop the line breaks and run the links together.
      event.preventDefault();
      change(`${text} ${pasted}`.trim().replace(/\s+/g, ' '));
    }
  };
  const onPaste = (event: ClipboardEvent) => put(event, event.clipboardData);
  const onDrop = (event: DragEvent) => put(event, event.dataTransfer);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While composing text, Escape only cancels the composition.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      clear();
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading && current) {
      return;
    }
    search.submit(text);
    if (text.trim() === '') {
      field.current?.focus();
    } else if (hasTouchKeyboard() && checked.ok) {
      // The on-screen keyboard would cover the result.
      submitButton(field.current)?.focus();
    }
  };
  return { loading, current, change, take, clear, onPaste, onDrop, onKeyDown, onSubmit };
}

/**
 * The link form. It works before hydration: a native submit leads to `/?url=`, which fills in the
 * form again. Its button is never `disabled`, so it keeps the focus during a search and can show a
 * message when there is nothing to send.
 */
export function LinkForm(props: LinkFormProps) {
  const { search, text, field } = props;
  const { t } = useTranslation('search');
  const mounted = useMounted();
  const { state } = search;
  const failed = state.phase === 'error';
  // A failed search for a valid link is not an input error.
  const refused = failed && state.failed === undefined;
  const empty = text.trim() === '';
  const { loading, current, change, take, clear, onPaste, onDrop, onKeyDown, onSubmit } =
    useFormActions(props);
  const count = countLinks(text);
  const hasMore = /\S\s+\S/.test(text);
  const overlays = useContext(OverlaysContext);
  const showShortcuts = () =>
    void overlays?.openDialog(
      async () => (await import('./shortcuts-dialog.js')).ShortcutsDialog,
      {},
    );
  const hovering = usePageInput({
    onText: take,
    onSlash: () => field.current?.focus(),
    onHelp: showShortcuts,
  });

  return (
    <form
      action={useHref('/')}
      method="get"
      role="search"
      onSubmit={onSubmit}
      onFocus={search.prepare}
      onPointerDown={search.prepare}
      className="grid grid-cols-1 gap-3"
    >
      <div className="card flex flex-wrap items-center gap-2 p-2 outline-link has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 sm:flex-nowrap">
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
          aria-describedby={`${failed ? `${LINK_ERROR} ` : ''}${NOTES} link-hint`}
          aria-invalid={refused}
          placeholder={t('form.placeholder')}
          value={text}
          onChange={(event) => change(event.target.value)}
          onPaste={onPaste}
          onDrop={onDrop}
          onKeyDown={onKeyDown}
          className="min-h-12 min-w-0 flex-1 basis-40 rtl:text-end px-3 outline-none sm:text-lg placeholder:text-muted"
        />
        <FieldButton empty={empty} onClear={clear} onText={take} field={field} />
        <button
          type="submit"
          name={SENT}
          value="1"
          aria-disabled={(loading && current) || (mounted && empty) || undefined}
          className={buttonClass({
            // Next to a result, the main action is to download it.
            variant: current ? 'quiet' : 'primary',
            size: 'large',
            className: `max-sm:w-full ${empty ? 'bg-primary text-on-primary' : ''}`,
          })}
        >
          {loading ? (
            <LineIcon icon="LoaderCircle" className="animate-spin" />
          ) : (
            <LineIcon icon="ArrowDown" />
          )}
          {t('form.submit')}
        </button>
      </div>
      {hasMore && (
        <Extra>
          <textNotes.Component
            id={NOTES}
            {...{ text, field }}
            state={search.state}
            onText={change}
          />
        </Extra>
      )}
      <p id="link-hint" className="text-sm text-muted">
        <span aria-live="polite">{count > 0 ? t('form.links', { count }) : t('form.hint')}</span>{' '}
        <span className="pointer-coarse:hidden noscript:hidden">
          {t('form.keys')}{' '}
          <button type="button" onClick={showShortcuts} className="cursor-pointer underline">
            {t('form.shortcuts')}
          </button>
        </span>
      </p>
      {hovering && (
        <div className="pointer-events-none fixed inset-4 z-40 grid place-items-center rounded-xl border-4 border-dashed border-primary bg-bg/90 text-title">
          {t('form.drop')}
        </div>
      )}
    </form>
  );
}
