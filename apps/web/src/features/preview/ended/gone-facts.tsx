import { useUnits } from '../../../i18n/use-units.js';
import { Badge } from '../../../ui/badge.js';
import { useFormatWords } from '../file/use-file-words.js';
import { useFileGone } from '../file-gone.js';
import { useShownQuery } from '../shown-query.js';

/** What a file was that is no longer there: its format and size, as far as its address tells. */
export function GoneFacts() {
  useFileGone();
  const { filesize } = useShownQuery();
  const { previewSize } = useUnits();
  const size = filesize === undefined ? '' : previewSize(filesize);
  const facts = [useFormatWords(), size].filter((fact) => fact !== '');
  return facts.length === 0 ? null : (
    <p className="flex flex-wrap gap-2 pt-1">
      {facts.map((fact) => (
        <Badge key={fact}>{fact}</Badge>
      ))}
    </p>
  );
}
