import { createHash } from 'node:crypto'
import { reportScript, reportStyle } from './html-assets.ts'
import { casesMarkup } from './html-cases.ts'
import { summaryMarkup } from './html-summary.ts'
import { markupText } from './markup-text.ts'
import type { ReportData } from './report-data.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page may load and run: its own style and script, and nothing that a text could bring along. */
const policy = [
  "default-src 'none'",
  `style-src ${hash(reportStyle)}`,
  `script-src ${hash(reportScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** One file that opens from disk: no address in it is fetched. What was said is cut so that 200 cases stay under 5 MB. */
export function htmlReport(data: ReportData): string {
  const name = markupText(data.session.name)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} · QA report</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
${summaryMarkup(data)}
${casesMarkup(data)}
</main>
<script>${reportScript}</script>
</body>
</html>
`
}
