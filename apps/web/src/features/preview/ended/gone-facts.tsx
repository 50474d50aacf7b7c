import { useUnits } from '../../../i18n/format/units.js';
import { useFormatWords } from '../file/use-file-words.js';
import { useFileGone } from '../layout/file-gone.js';
import { useShownQuery } from '../address/shown-media.js';

interface GoneFactsProps {
  /** The actual size of the file, if it was ever available here. */
  readonly sizeBytes?: number | null;
}

/**
 * Describes the missing file to screen readers, which read only the alert. Sighted visitors see
 * these facts below the title.
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
