import { useUnits } from '../../../i18n/use-units.js';
import { useFormatWords } from '../file/use-file-words.js';
import { useFileGone } from '../layout/file-gone.js';
import { useShownQuery } from '../address/shown-query.js';

interface GoneFactsProps {
  /** The file's actual size, if the file was available here. */
  readonly sizeBytes?: number | null;
}

/**
 * Describes a missing file to screen readers, which read only the alert. The facts come from the
 * query. Sighted visitors see them below the page's title.
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
