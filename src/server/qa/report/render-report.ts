import type { ReportFormat } from '../../../contract/qa/results.ts'
import { csvReport } from './csv-report.ts'
import { htmlReport } from './html-report.ts'
import { jsonLinesReport } from './json-lines-report.ts'
import { junitReport } from './junit-report.ts'
import { markdownReport } from './markdown-report.ts'
import type { ReportData } from './report-data.ts'

const formats: Record<
  ReportFormat,
  { type: string; ending: string; write: (data: ReportData) => string }
> = {
  html: { type: 'text/html; charset=utf-8', ending: 'html', write: htmlReport },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', ending: 'jsonl', write: jsonLinesReport },
  csv: { type: 'text/csv; charset=utf-8; header=present', ending: 'csv', write: csvReport },
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md', write: markdownReport },
  junit: { type: 'application/xml; charset=utf-8', ending: 'xml', write: junitReport },
}

/** A report with its media type and the name of its file, which has letters, digits and dashes alone. */
export function renderReport(
  format: ReportFormat,
  data: ReportData,
): { body: string; type: string; name: string } {
  const { type, ending, write } = formats[format]
  return { body: write(data), type, name: `${fileName(data)}.${ending}` }
}

function fileName({ session }: ReportData): string {
  const words = session.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const name = words.slice(0, 60).replace(/^-+|-+$/g, '')
  return `${name || 'session'}-${session.created_at.slice(0, 10)}`
}
