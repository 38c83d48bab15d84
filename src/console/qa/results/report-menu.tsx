import { Download } from 'lucide-react'
import { prepareRequest } from '../../../client/request.ts'
import { getReport, type ReportFormat, reportFormats } from '../../../contract/qa/results.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { useApi } from '../../api.tsx'

const formats: Record<ReportFormat, { label: string; ending: string; description: string }> = {
  html: {
    label: 'HTML',
    ending: 'html',
    description: 'One file to read: opens from disk, filters, prints',
  },
  jsonl: { label: 'JSONL', ending: 'jsonl', description: 'One case a line, everything about it' },
  csv: { label: 'CSV', ending: 'csv', description: 'For a spreadsheet' },
  markdown: { label: 'Markdown', ending: 'md', description: 'For a ticket or a pull request' },
  junit: { label: 'JUnit', ending: 'xml', description: 'For what reads the results of tests' },
}

/** Downloads the report of a session, in the form that is chosen. */
export function ReportMenu({ sessionId }: { sessionId: string }) {
  const { gateway } = useApi()
  const address = (format: ReportFormat) =>
    prepareRequest(gateway, getReport, {
      params: { session_id: sessionId },
      query: { format },
    }).url
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden size={14} strokeWidth={1.8} />
          Download report
        </Button>
      }
    >
      {reportFormats.map((format) => (
        <MenuItem
          key={format}
          render={<a href={address(format)} download={`report.${formats[format].ending}`} />}
          description={formats[format].description}
        >
          {formats[format].label}
        </MenuItem>
      ))}
    </Menu>
  )
}
