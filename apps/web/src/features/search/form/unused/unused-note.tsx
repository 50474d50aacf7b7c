import { allLinksInText, linksInText, timesInText } from '@dipper/media';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { Button } from '../../../../ui/buttons/button.js';

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

/** The parts of the typed text that a search does not use, so that nothing is dropped silently. */
interface UnusedParts {
  /** All links in a text that contains more than links, if only the first is used; or []. */
  readonly links: readonly string[];
  /** True if the text ends with times that make no clip, because they run backwards. */
  readonly hasTimes: boolean;
}

/** Returns the parts of a text, or of a search's key, that the search does not use. */
export function unusedParts(text: string): UnusedParts {
  const times = timesInText(text);
  if (times !== null) {
    return { links: [], hasTimes: times.start >= times.end };
  }
  const links = allLinksInText(text);
  return { links: linksInText(text).length < links.length ? links : [], hasTimes: false };
}
