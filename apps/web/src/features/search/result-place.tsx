/** Placeholder for a result whose code has not loaded yet. */
export function ResultPlace() {
  return <div className="card min-h-96" aria-busy="true" />;
}
