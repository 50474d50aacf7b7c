import { TextPage } from '../../features/reading/text-page.js';
import { useHere } from '../../site/here.js';

/**
 * Pages that consist of a single text, such as policies, terms and plans. Their row in PAGES states
 * the text.
 */
export function DocumentPage() {
  const { content } = useHere();
  return <TextPage text={content[0] ?? ''} />;
}
