import { useUnits } from '../../../i18n/use-units.js';
import { useFormatWords } from '../file/use-file-words.js';
import { useFileGone } from '../frame/file-gone.js';
import { useShownQuery } from '../address/shown-query.js';

interface GoneFactsProps {
  /** Of the file itself, where it was there. */
  readonly sizeBytes?: number | null;
}

/**
 * What a file was that is no longer there, as far as its address tells: for those who hear the alert
 * alone. Below the page's title it can be seen.
 */
export function GoneFacts({ sizeBytes = null }: GoneFactsProps) {
  useFileGone();
  const { filesize } = useShownQuery();
  const { previewSize } = useUnits();
  const bytes = sizeBytes ?? filesize;
  const size = bytes === undefined ? '' : previewSize(bytes);
  const facts = [useFormatWords(), size].filter((fact) => fact !== '');
  return facts.length === 0 ? null : <p className="sr-only">{facts.join(', ')}</p>;
}
