/** The heading of what a search has found: the title of an item or of a list. */
export function ResultTitle({ title }: { readonly title: string }) {
  return (
    <h2
      tabIndex={-1}
      dir="auto"
      title={title}
      className="line-clamp-2 max-w-full justify-self-start font-sans text-lg font-semibold text-pretty wrap-anywhere sm:text-xl"
    >
      {title}
    </h2>
  );
}
