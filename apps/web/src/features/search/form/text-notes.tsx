import { allLinksInText, linksInText, timesInText } from '@dipper/media';
import type { RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { ClipChip } from './clip-chip.js';

interface TextNotesProps {
  readonly id: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/**
 * Returns the links in a text that contains more than links: the one a search uses, and those it
 * would ignore.
 */
function linksOfProse(text: string): readonly string[] {
  const links = allLinksInText(text);
  return linksInText(text).length < links.length ? links : [];
}

/**
 * Notes on a text that is more than a link: the clip it asks for, or what is ignored and why, so
 * that nothing is dropped silently.
 */
export function TextNotes({ id, text, onText, field }: TextNotesProps) {
  const { t } = useTranslation('search');
  const times = timesInText(text);
  const isClip = times !== null && times.start < times.end;
  const links = isClip ? [] : linksOfProse(text);
  const takeAll = () => {
    onText(links.join(' '));
    // The button is gone now that the field contains the list.
    field.current?.focus();
  };
  return (
    <>
      {isClip && <ClipChip {...{ text, onText, field }} clip={times} />}
      <p
        id={id}
        role="status"
        className="flex flex-wrap items-center gap-x-3 px-2 text-sm font-medium text-accent empty:-mt-3"
      >
        {times !== null && !isClip && t('clip.reversed')}
        {links.length > 0 && t('form.onlyFirst', { count: links.length })}
        {links.length > 0 && (
          <Button variant="plain" tone="link" onClick={takeAll}>
            {t('form.takeAll', { count: links.length })}
          </Button>
        )}
      </p>
    </>
  );
}
