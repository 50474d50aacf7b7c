import { openApi } from '../../../lib/api/api-client.js';

/**
 * The file of an address, in memory.
 * @throws ApiFailure, what the connection says when it breaks, or the reason of `signal`
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
 * Hands a file to the system. A visitor who closes its menu has decided, and is not told.
 * @returns false where the press was too long ago, and another one is needed
 * @throws whatever else the system says
 */
export async function shareFile(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') {
      return false;
    }
    if (name === 'AbortError') {
      return true;
    }
    throw error;
  }
}
