/** How the page of an API looks, by the colours of the console; light or dark as the system is. */
export const referenceStyle = `
:root { color-scheme: light dark; --bg: oklch(.985 .002 265); --surface: oklch(1 0 0); --sunken: oklch(.965 .003 265); --line: oklch(.915 .005 265); --ink: oklch(.24 .015 265); --ink-2: oklch(.45 .015 265); --accent: oklch(.5 .19 268); --ok: oklch(.48 .13 152); --warn: oklch(.48 .11 70); --bad: oklch(.5 .19 25) }
@media (prefers-color-scheme: dark) { :root { --bg: oklch(.175 .012 265); --surface: oklch(.205 .013 265); --sunken: oklch(.155 .011 265); --line: oklch(.285 .014 265); --ink: oklch(.94 .005 265); --ink-2: oklch(.75 .01 265); --accent: oklch(.7 .15 268); --ok: oklch(.78 .15 152); --warn: oklch(.82 .13 80); --bad: oklch(.74 .15 25) } }
* { box-sizing: border-box }
html { scroll-padding-top: 16px }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 960px; background: var(--bg); color: var(--ink); font: 13px/1.55 system-ui, sans-serif }
h1 { margin: 0; font-size: 20px } h2 { margin: 32px 0 8px; font-size: 15px } h3 { margin: 16px 0 4px; font-size: 12px; color: var(--ink-2) }
p { margin: 6px 0; max-width: 70ch }
a { color: var(--accent) }
code, pre { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
dl { margin: 16px 0; display: grid; gap: 4px } dl div { display: flex; gap: 12px } dt { flex: 0 0 96px; color: var(--ink-2) } dd { margin: 0; min-width: 0 }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px } nav a { padding: 4px 0 }
main details { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); margin-top: 6px }
summary { cursor: pointer; padding: 8px 12px; display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; border-radius: 8px }
summary::-webkit-details-marker { display: none }
summary:hover { background: var(--sunken) } summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
summary b { flex: 0 0 56px; font-size: 11px } summary span { color: var(--ink-2); margin-left: auto }
.get { color: var(--accent) } .post { color: var(--ok) } .put, .patch { color: var(--warn) } .delete { color: var(--bad) }
main details > div { padding: 0 12px 12px }
table { width: 100%; border-collapse: collapse } th { text-align: left; font-weight: 500; color: var(--ink-2) }
th, td { padding: 4px 12px 4px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere } th { border-top: 0 } td:first-child, th:first-child { width: 40% }
em { font-style: normal; color: var(--ink-2) }
main .schema { border: 0; margin: 4px 0 0; background: none } main .schema summary { display: inline-block; padding: 4px 0; color: var(--accent) }
pre { margin: 4px 0; padding: 12px; max-height: 420px; overflow: auto; background: var(--sunken); border-radius: 8px; white-space: pre-wrap }
@media (max-width: 599px) { summary span { margin-left: 0; flex: 1 0 100% } }
`
