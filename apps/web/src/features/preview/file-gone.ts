import { createContext, useContext, useEffect } from 'react';

const FileGoneContext = createContext<(isGone: boolean) => void>(() => undefined);

export const FileGoneProvider = FileGoneContext.Provider;

/** While what calls this is shown, the page does not say that its file is here. */
export function useFileGone(): void {
  const tell = useContext(FileGoneContext);
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
}
