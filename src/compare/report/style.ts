/** The style sheet of the report, for light and dark mode, print and phones. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --card: #ffffff; --ink: #1f1d1a; --quiet: #6d675d; --line: #e4dfd5;
  --same: #12805f; --known: #a97a09; --different: #c2391b; --other: #8b857a;
  --strapi: #6c5ce0; --lectern: #12805f; --code: #f1eee7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161512; --card: #1f1e1a; --ink: #ece8df; --quiet: #a29b8d; --line: #35322b;
    --same: #4cc49a; --known: #ddb04a; --different: #ff7f61; --other: #8b857a;
    --strapi: #a79bff; --lectern: #4cc49a; --code: #2a2823;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: clamp(1.6rem, 4vw, 2.3rem); line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .4rem; }
h2 { font-size: 1.15rem; letter-spacing: -.01em; margin: 2.6rem 0 .8rem; }
p { margin: .3rem 0; }
.quiet { color: var(--quiet); }
.small { font-size: .86rem; }
code, .mono { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
code { background: var(--code); border-radius: .25rem; padding: .08em .32em; }
a { color: inherit; text-underline-offset: .18em; }
.verdict { display: flex; gap: .8rem; align-items: baseline; margin: 1.4rem 0 0; font-size: 1.12rem; font-weight: 600; }
.verdict::before { content: ""; flex: none; width: .8rem; height: .8rem; border-radius: 50%; background: currentColor; }
.good { color: var(--same); } .bad { color: var(--different); }
.bar { display: flex; gap: 2px; height: .7rem; margin: 1.3rem 0 .9rem; border-radius: .35rem; overflow: hidden; }
.bar i { min-width: 3px; }
.same i, i.same { background: var(--same); } .known i, i.known { background: var(--known); }
.different i, i.different { background: var(--different); } .other i, i.other { background: var(--other); }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; margin: 0; padding: 0; list-style: none; }
.totals li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem; }
.totals b { display: block; font-size: 1.7rem; line-height: 1.2; font-variant-numeric: tabular-nums; letter-spacing: -.02em; }
.totals i { display: inline-block; width: .55rem; height: .55rem; border-radius: 50%; margin-right: .45rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.1rem; margin: .7rem 0; }
.speed { display: grid; grid-template-columns: minmax(15rem, 5fr) 7fr; gap: 1.5rem; align-items: center; }
.speed svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--quiet); font: 11px ui-sans-serif, system-ui, sans-serif; }
svg .bars rect { fill: var(--lectern); } svg .bars .slow { fill: var(--different); }
svg .axis { stroke: var(--line); stroke-width: 1; }
svg .one { stroke: var(--quiet); stroke-dasharray: 3 3; }
.big { font-size: 2.6rem; font-weight: 700; line-height: 1; letter-spacing: -.03em; color: var(--lectern); margin: 0 0 .2rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--quiet); font-size: .82rem; }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child > td { border-bottom: 0; }
.figures th:not(:first-child), .figures td:not(:first-child) { text-align: right; }
details.card { padding-left: 2rem; }
details > summary { cursor: pointer; list-style-position: outside; margin-left: -.1rem; }
summary .pair { display: inline-grid; width: 100%; margin: 0 0 .3rem; vertical-align: top; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--lectern); outline-offset: 3px; border-radius: .2rem; }
.title { font-weight: 600; }
.count { font-variant-numeric: tabular-nums; color: var(--quiet); font-weight: 400; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .2rem 1.2rem; margin: .5rem 0; }
.pair > * { border-left: 3px solid var(--line); padding-left: .7rem; min-width: 0; }
.pair > .strapi { border-color: var(--strapi); } .pair > .lectern { border-color: var(--lectern); }
.who { display: block; font-size: .74rem; letter-spacing: .05em; text-transform: uppercase; color: var(--quiet); }
.request { border-top: 1px solid var(--line); margin-top: .8rem; padding-top: .8rem; }
.place { color: var(--quiet); margin-top: .7rem; }
.hint { border-left: 3px solid var(--known); padding-left: .7rem; margin-top: .7rem; }
ul.paths { margin: .5rem 0 0; padding-left: 1.1rem; }
.all td:first-child { white-space: nowrap; } .all td:nth-child(n+3), .all th:nth-child(n+3) { text-align: right; white-space: nowrap; }
.dot { display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; margin-right: .4rem; }
.same .dot { background: var(--same); } .known .dot { background: var(--known); }
.different .dot { background: var(--different); } .other .dot { background: var(--other); }
footer { margin-top: 3rem; color: var(--quiet); font-size: .86rem; }
@media (max-width: 40rem) {
  main { padding: 1.6rem 1rem 3rem; }
  .speed, .pair { grid-template-columns: 1fr; }
  .all td:nth-child(n+3), .all th:nth-child(n+3) { display: none; }
}
@media print { body { background: #fff; } details:not([open]) > *:not(summary) { display: none; } }
`
