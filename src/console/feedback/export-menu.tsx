import { Download } from 'lucide-react'
import { prepareRequest } from '../../client/request.ts'
import { exportFeedback } from '../../contract/tracing/feedback.ts'
import { Button } from '../../ui/controls/button.tsx'
import { now } from '../../ui/format/now.ts'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { useApi } from '../api.tsx'
import { type FeedbackFilters, voteFilter } from './feedback-filters.ts'

/** Downloads what the filters let through. The browser saves it as it arrives, whatever its size. */
export function ExportMenu({ filters }: { filters: FeedbackFilters }) {
  const { tracing } = useApi()
  const address = (format: 'jsonl' | 'csv') =>
    prepareRequest(tracing, exportFeedback, {
      query: { ...voteFilter(filters, new Date(now())), format },
    }).url
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden size={14} strokeWidth={1.8} />
          Export
        </Button>
      }
    >
      <MenuItem
        render={<a href={address('jsonl')} download="feedback.jsonl" />}
        description="One vote a line, with the whole input and output of its run"
      >
        JSONL
      </MenuItem>
      <MenuItem
        render={<a href={address('csv')} download="feedback.csv" />}
        description="For a spreadsheet, with the same"
      >
        CSV
      </MenuItem>
    </Menu>
  )
}
