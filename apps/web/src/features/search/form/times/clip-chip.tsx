import type { TextClip } from '@dipper/media';
import type { RefObject } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { Button } from '../../../../ui/buttons/button.js';
import { LineIcon } from '../../../../ui/icons/line-icon.js';
import { useClipWords } from './clip-words.js';

interface ClipChipProps {
  readonly text: string;
  readonly clip: TextClip;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The clip requested in the form's text. Editing it selects its times in the field. */
export function ClipChip({ text, clip, onText, field }: ClipChipProps) {
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
