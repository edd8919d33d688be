/** The style sheet of the front page. It is inlined, and its hash is in the content security policy. */
export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b2330, #e6e9ef); --soft: light-dark(#5b6676, #a3adbb);
  --line: light-dark(#e3e6eb, #262d39); --link: light-dark(#4338ca, #b3b6ff); --panel: light-dark(#ffffff, #151a22); }
body { margin: 0; background: light-dark(#f6f7f9, #0f131a); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 3rem; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
a { color: var(--link); }
.lead { margin: 0.25rem 0 1.5rem; color: var(--soft); }
ul { margin: 0; padding: 0; list-style: none; }
.places { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.75rem; }
.places a { display: block; height: 100%; box-sizing: border-box; padding: 0.75rem 1rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--panel); color: var(--soft); text-decoration: none; font-size: 0.9rem; }
.places a:hover, .places a:focus-visible { border-color: var(--link); }
.places b { display: block; color: var(--link); font-size: 1rem; }
table { width: 100%; border-collapse: collapse; }
th { color: var(--soft); font-weight: 500; font-size: 0.85rem; text-align: left; }
td, th { padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
td:last-child, th:last-child { text-align: right; font-variant-numeric: tabular-nums; }
.requests li { padding: 0.5rem 0; }
.requests .explore { float: right; font-size: 0.85rem; }
.request, code { font: 0.85rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.request { display: block; overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: 0.85rem; }
`
