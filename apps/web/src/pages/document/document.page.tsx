import { TextPage } from '../../features/reading/text-page.js';
import { useCurrentPage } from '../../site/current-page.js';

/**
 * Pages that consist of a single text, such as policies, terms and plans. Their row in PAGES names
 * it.
 */
export function DocumentPage() {
  const { content } = useCurrentPage();
  return <TextPage text={content[0] ?? ''} />;
}
