/** The look of the report: light, dark, and paper. */
export const reportStyle = `
:root{color-scheme:light;--bg:#fafafc;--surface:#fff;--sunken:#f2f3f6;--line:#dfe1e6;--ink:#1c1f26;--dim:#545a67;--accent:#3a50c9;--ok:#17713c;--ok-soft:#e4f6ea;--bad:#b3261e;--bad-soft:#fdeceb;--warn:#85560a;--warn-soft:#fcf2dd}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#101218;--surface:#171a21;--sunken:#0d0f14;--line:#2c313c;--ink:#eceef2;--dim:#aab0bd;--accent:#97a8ff;--ok:#6fd597;--ok-soft:#14301f;--bad:#ff9088;--bad-soft:#3c1917;--warn:#f0bf66;--warn-soft:#35280f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:22px;line-height:28px;margin:0}
h2{font-size:15px;margin:0 0 8px}
h3{font-size:13px;margin:0 0 6px}
p{margin:6px 0}
a{color:var(--accent)}
code,.said{font-family:ui-monospace,"JetBrains Mono",Menlo,Consolas,monospace;font-size:12px}
.said{font-size:13px;font-family:inherit;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.dim,.words{color:var(--dim)}
.ok,.passed{color:var(--ok)}
.bad,.failed{color:var(--bad)}
.cut,.warn h2{color:var(--warn)}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:14px 16px;margin-top:14px}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px}
th,td{text-align:left;padding:6px 12px 6px 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
th{white-space:nowrap;color:var(--dim);font-weight:500;border-top:0}
td:first-child{min-width:120px}
.n{font-variant-numeric:tabular-nums;white-space:nowrap}
.wide+.wide{margin-top:12px}
.bar,.range{width:100%;max-width:200px;min-width:80px}
.axis{stroke:var(--line);stroke-width:1}
.span{fill:var(--accent);opacity:.35}
.at{fill:var(--accent)}
.marks{display:inline-flex;gap:3px;flex-wrap:wrap;vertical-align:middle}
.mark{display:inline-grid;place-items:center;width:18px;height:18px;border-radius:4px;font-size:11px;background:var(--sunken);color:var(--dim)}
.mark.passed{background:var(--ok-soft);color:var(--ok)}
.mark.failed{background:var(--bad-soft);color:var(--bad);outline:1px solid var(--bad);outline-offset:-1px}
.mark.error,.mark.cancelled{background:var(--warn-soft);color:var(--warn)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0;font-size:13px}
dt{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere}
.filters{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin-bottom:10px;position:sticky;top:0;background:var(--surface);padding:8px 0;z-index:1}
button,input{font:inherit;font-size:13px;min-height:28px;padding:2px 10px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:var(--ink)}
button{cursor:pointer}
button[aria-pressed=true]{border-color:var(--accent);color:var(--accent);background:var(--sunken)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
#count{color:var(--dim);font-size:13px}
.case{border-top:1px solid var(--line);padding:6px 0;scroll-margin-top:60px}
summary{display:flex;flex-wrap:wrap;gap:4px 18px;align-items:center;cursor:pointer;min-height:28px;overflow-wrap:anywhere}
summary::before{content:"▸";color:var(--dim)}
[open]>summary::before{content:"▾"}
.outcome{color:var(--dim);font-size:13px}
.tag{background:var(--sunken);border-radius:4px;padding:1px 6px;margin-right:6px;font-size:12px;overflow-wrap:anywhere}
.expected{overflow-wrap:anywhere}
.verdict{border-left:3px solid var(--line);padding-left:10px;margin:8px 0;overflow-wrap:anywhere}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:16px;margin:10px 0}
.side{min-width:0}
.checks{list-style:none;padding:0;margin:6px 0;font-size:13px;overflow-wrap:anywhere}
.step{border:1px solid var(--line);border-radius:8px;padding:6px 10px;margin:6px 0}
.step.user{background:var(--sunken)}
.who{color:var(--dim);font-size:12px}
.step.tool .said{font:12px/1.5 ui-monospace,"JetBrains Mono",Menlo,Consolas,monospace}
[hidden]{display:none!important}
@media print{body{background:#fff}main{max-width:none;padding:0}.filters{display:none}section{border:0;padding:0 0 8px}.case,.step,tr{break-inside:avoid}.wide{overflow:visible}}
`

/** Chooses among the cases, follows a link to one that is not shown, and opens those that are shown for paper. */
export const reportScript = `
(() => {
  const cases = [...document.querySelectorAll('.case')]
  const buttons = [...document.querySelectorAll('[data-kind]')]
  const find = document.getElementById('find')
  let kind = 'all'
  const show = () => {
    const words = find.value.trim().toLowerCase()
    let count = 0
    for (const one of cases) {
      const fits = one.dataset.kinds.split(' ').includes(kind) && one.textContent.toLowerCase().includes(words)
      one.hidden = !fits
      if (fits) count += 1
    }
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.kind === kind))
    document.getElementById('count').textContent = count + ' of ' + cases.length + ' shown'
    document.getElementById('none').hidden = count > 0
  }
  for (const button of buttons) button.addEventListener('click', () => { kind = button.dataset.kind; show() })
  find.addEventListener('input', show)
  const follow = () => {
    const one = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!one || !one.matches('.case')) return
    if (one.hidden) { kind = 'all'; find.value = ''; show() }
    one.open = true
    one.scrollIntoView()
  }
  addEventListener('hashchange', follow)
  let closed = []
  addEventListener('beforeprint', () => {
    closed = cases.filter((one) => !one.hidden && !one.open)
    for (const one of closed) one.open = true
  })
  addEventListener('afterprint', () => { for (const one of closed) one.open = false })
  show()
  follow()
})()
`
