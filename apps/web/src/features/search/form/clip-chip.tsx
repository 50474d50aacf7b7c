import { shortTime, type TextClip } from '@dipper/media';
import type { RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { LineIcon } from '../../../ui/icons/line-icon.js';

interface ClipChipProps {
  readonly text: string;
  readonly clip: TextClip;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The clip requested in the form's text. Editing it selects its times in the field. */
export function ClipChip({ text, clip, onText, field }: ClipChipProps) {
  const { t } = useTranslation('search');
  const { start, end, as, at } = clip;
  // Isolate the range so that it reads from left to right even in right-to-left scripts.
  const range = `\u2066${shortTime(start)} – ${shortTime(end)}\u2069`;
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
        <span className="tabular-nums">{t(`clip.as.${as ?? 'any'}`, { range })}</span>
        <span className="sr-only">{t('clip.edit')}</span>
      </Button>
      <Button variant="plain" tone="text" size="icon" onClick={remove}>
        <LineIcon icon="X" />
        <span className="sr-only">{t('clip.remove')}</span>
      </Button>
    </div>
  );
}
