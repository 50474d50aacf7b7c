import { PreviewScreen } from '../../features/preview/preview-screen.js';

/** /preview: plays, makes and saves what its address names. */
export function PreviewPage() {
  return <PreviewScreen />;
}
