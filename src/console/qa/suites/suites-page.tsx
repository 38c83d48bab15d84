import { useSuspenseQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { suitesPage } from '../../../contract/pages/qa-pages.ts'
import type { SuiteSummary } from '../../../contract/qa/suites.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useApi } from '../../api.tsx'
import { actionsColumn, type Column, RowLink } from '../../lists/column.tsx'
import { filteredRows } from '../../lists/filtered-rows.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { DocLink } from '../../objects/docs/doc-link.tsx'
import { suitesQuery } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { SuiteMenu } from './suite-menu.tsx'

export const handle = {
  useTitle: () => 'QA suites',
  to: paths.suites,
  section: 'suites',
  firstReads: suitesPage,
} satisfies PageHandle

const NewSuiteDialog = lazyPart(() =>
  import('./new-suite-dialog.tsx').then((code) => code.NewSuiteDialog),
)

const filters = [{ name: 'name', label: 'Filter by name' }]

/** The suites of test cases, those changed last first. */
export function Component() {
  const { data: suites } = useSuspenseQuery(suitesQuery(useApi()))
  const url = useUrlFilters()
  const [isMaking, setIsMaking] = useState(false)
  const newest = suites.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
  const shown = filteredRows(newest, url, ({ name, description }) => [name, description])
  const make = () => setIsMaking(true)
  return (
    <>
      <ListPage
        title="QA suites"
        noun={['suite', 'suites']}
        url={url}
        filters={suites.length > 0 ? filters : []}
        searched="the name or description"
        action={
          suites.length > 0 && (
            <Button acts variant="primary" onClick={make}>
              New suite
            </Button>
          )
        }
        total={suites.length}
        shown={shown.length}
        empty={
          <EmptyState
            title="No suites"
            icon={<ListChecks aria-hidden size={24} strokeWidth={1.5} />}
            action={
              <Button acts variant="primary" onClick={make}>
                New suite
              </Button>
            }
          >
            A suite is a list of conversations to try: what is said, how interrupts are answered,
            what a good answer does. A session runs all of them against a deployment, or against two
            of its revisions side by side. <DocLink page="judging">How judging works</DocLink>
          </EmptyState>
        }
      >
        <ListTable
          label="Suites"
          columns={columns}
          rows={shown}
          keyOf={({ suite_id }) => suite_id}
          rowsLead
        />
      </ListPage>
      {isMaking && <NewSuiteDialog onClose={() => setIsMaking(false)} />}
    </>
  )
}

const columns: readonly Column<SuiteSummary>[] = [
  {
    head: 'Name',
    cellClass: 'max-w-96 max-[599px]:max-w-[44vw]',
    cell: ({ suite_id, name, description }, href) => (
      <>
        <RowLink href={href(paths.suite(suite_id))}>{name}</RowLink>
        {description && (
          <div className="truncate text-ink-3 text-sm" title={description}>
            {description}
          </div>
        )}
      </>
    ),
  },
  {
    head: 'Cases',
    className: 'text-right',
    cellClass: 'tabular-nums',
    cell: ({ case_count }) => case_count,
  },
  {
    head: 'Version',
    className: 'text-right max-[599px]:hidden',
    cellClass: 'text-ink-2 tabular-nums',
    cell: ({ version }) => `v${version}`,
  },
  {
    head: 'Changed',
    className: 'max-[799px]:hidden',
    cellClass: 'text-ink-2',
    cell: ({ updated_at, updated_by }) => (
      <>
        <RelativeTime value={updated_at} />
        {updated_by && ` by ${updated_by}`}
      </>
    ),
  },
  actionsColumn((suite) => <SuiteMenu suite={suite} />),
]
