import { clipInText, type TextClip } from '@dipper/media';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { askedRange } from '../../../entities/media/clip/clip-range.js';
import type { SearchState } from '../search.reducer.js';
import type { I18n } from '../../../i18n/create-i18n.js';
import { loadMoreTexts } from '../../../i18n/more-texts.js';
import { checkLink } from './check-link.js';
import { UnusedNote, unusedParts } from './unused/unused-note.js';
import { Button } from '../../../ui/buttons/button.js';
import { LineIcon } from '../../../ui/icons/line-icon.js';
import { useClipWords } from './times/clip-words.js';

interface TextNotesProps {
  readonly id: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly state: SearchState;
}

/** Prefetches the clip maker, which is the main part of the result if the text asks for a clip. */
async function prefetchClipMaker(i18n: I18n): Promise<void> {
  const { prefetchSection } = await import('../result/sections/lazy-sections.js');
  prefetchSection('clip');
  await loadMoreTexts(i18n, ['extras']);
}

/**
 * Returns the duration of the item that a text links to, in seconds, once its result is shown;
 * Infinity if it is unknown.
 */
function knownDuration(text: string, state: SearchState): number {
  if (state.phase !== 'result') {
    return Infinity;
  }
  const checked = checkLink(text);
  return (checked.ok && checked.link === state.link ? state.info.duration : null) ?? Infinity;
}

/**
 * Notes on a text that is more than a link: the clip it asks for, or what is ignored and why, so
 * that nothing is dropped silently.
 */
export function TextNotes({ id, text, onText, field, state }: TextNotesProps) {
  const { i18n } = useTranslation('search');
  const clip = clipInText(text);
  const isClip = clip !== null;
  useEffect(() => {
    if (isClip) {
      // A failed load is retried on demand.
      prefetchClipMaker(i18n).catch(() => undefined);
    }
  }, [isClip, i18n]);
  const takeAll = (links: string) => {
    onText(links);
    // The button is gone now that the field contains the list.
    field.current?.focus();
  };
  return (
    <>
      {isClip && (
        <ClipChip
          {...{ text, onText, field }}
          // Show the times as the clip maker will correct them.
          clip={{ ...clip, ...askedRange(clip, knownDuration(text, state)) }}
        />
      )}
      <p
        id={id}
        role="status"
        className="flex flex-wrap items-center gap-x-3 px-2 text-sm font-medium text-accent empty:-mt-3"
      >
        <UnusedNote parts={unusedParts(text)} onLinks={takeAll} />
      </p>
    </>
  );
}

interface ClipChipProps {
  readonly text: string;
  readonly clip: TextClip;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The clip requested in the form's text. Editing it selects its times in the field. */
function ClipChip({ text, clip, onText, field }: ClipChipProps) {
  const { t } = useTranslation('search');
  const { at } = clip;
  const wordsOf = useClipWords();
  const edit = () => {
    field.current?.focus();
    field.current?.setSelectionRange(at, text.length);
  };
  const remove = () => {
    onText(text.slice(0, at).trimEnd());
    field.current?.focus();
  };
  return (
    <div
      role="group"
      aria-label={t('clip.label')}
      className="flex w-fit max-w-full items-center rounded-control border border-line bg-badge text-on-badge"
    >
      <Button variant="plain" tone="text" onClick={edit}>
        <span className="tabular-nums">{wordsOf(clip)}</span>
        <span className="sr-only">{t('clip.edit')}</span>
      </Button>
      <Button variant="plain" tone="text" size="icon" onClick={remove}>
        <LineIcon icon="X" />
        <span className="sr-only">{t('clip.remove')}</span>
      </Button>
    </div>
  );
}
