const KB = 1024;
const MB = KB * KB;
const GB = MB * KB;

const isSize = (bytes: number): boolean => Number.isFinite(bytes) && bytes >= 0;

/** Size on the preview page: MB from 1 MB on, else KB, one decimal (specification §5); '' when unknown. */
export const previewSize = (bytes: number): string => {
  if (!isSize(bytes)) {
    return '';
  }
  return bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / KB).toFixed(1)} KB`;
};

/** Size in result and history lists: B, KB, MB or GB (specification §5, §9); '' when unknown. */
export const listSize = (bytes: number): string => {
  if (!isSize(bytes)) {
    return '';
  }
  if (bytes < KB) {
    return `${Math.round(bytes)} B`;
  }
  if (bytes < MB) {
    return `${(bytes / KB).toFixed(1)} KB`;
  }
  return bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(1)} GB`;
};
