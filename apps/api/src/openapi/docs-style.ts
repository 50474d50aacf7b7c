/** The style of the API reference, which the page's content security policy allows by its hash. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 62%, transparent); }
:root[data-theme=light] { color-scheme: light; } :root[data-theme=dark] { color-scheme: dark; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 2rem; } h2 { margin-top: 3rem; } h4 { margin: 1.25rem 0 .25rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); padding: .5rem 0; }
details > div { scroll-margin-top: 4rem; } details > div:target { outline: 2px solid; outline-offset: .5rem; }
summary { cursor: pointer; padding: .35rem 0; }
summary b { display: inline-block; min-width: 4rem; font: 600 .8rem ui-monospace, monospace; }
summary span { display: block; padding-inline-start: 1.1rem; color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); font-weight: 400; }
th { width: 34%; } small { color: var(--soft); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 4rem 1fr; gap: .25rem .75rem; margin: 0; } dd { margin: 0; min-width: 0; } dd > :first-child, dd ul { margin-top: 0; }
section > dl { display: block; } section > dl dt { margin-top: 1rem; }
ul { padding-inline-start: 1.1rem; }
@media (max-width: 40rem) { th { width: 42%; } dl { grid-template-columns: 2.75rem 1fr; } }
`;
