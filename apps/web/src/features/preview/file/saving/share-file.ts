import { openApi } from '../../../../lib/api/api-client.js';

/**
 * Fetches a file into memory.
 * @throws ApiFailure, a connection error, or the reason of `signal`
 */
export async function fetchFile(
  href: string,
  filename: string,
  signal: AbortSignal,
): Promise<File> {
  const response = await openApi(href, { signal });
  const blob = await response.blob();
  return new File([blob], filename, { type: blob.type });
}

/**
 * How sharing ended. `closed` means that the visitor closed the sheet, so nothing was saved.
 * `needs-click` means that the user gesture has expired and another click is needed.
 */
type Shared = 'shared' | 'closed' | 'needs-click';

/**
 * Opens the system's share sheet with a file. Closing the sheet is not an error.
 * @throws any other error of `navigator.share`
 */
export async function shareFile(file: File): Promise<Shared> {
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') {
      return 'needs-click';
    }
    if (name === 'AbortError') {
      return 'closed';
    }
    throw error;
  }
}
