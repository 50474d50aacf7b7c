import { useTranslation } from '../../../../i18n/use-translation.js';
import { Button } from '../../../../ui/buttons/button.js';
import type { UnusedParts } from './unused-parts.js';

interface UnusedNoteProps {
  readonly parts: UnusedParts;
  /** Called to use all links. */
  readonly onLinks: (text: string) => void;
}

/** Says which parts of the text were not used, and offers to use all of its links. */
export function UnusedNote({ parts: { links, hasTimes }, onLinks }: UnusedNoteProps) {
  const { t } = useTranslation('search');
  const { length: count } = links;
  return (
    <>
      {hasTimes && t('clip.reversed')}
      {count > 0 && t('form.onlyFirst', { count })}
      {count > 0 && (
        <Button variant="plain" tone="link" onClick={() => onLinks(links.join(' '))}>
          {t('form.takeAll', { count })}
        </Button>
      )}
    </>
  );
}
