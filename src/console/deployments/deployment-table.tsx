import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { isSettled } from '../../contract/revisions.ts'
import { Table, Th, Tr } from '../../ui/table.tsx'
import { useApi } from '../api.tsx'
import { walkRows } from '../list-rows.ts'
import type { ListedDeployment } from './deployment-list.ts'
import { DeploymentRow } from './deployment-row.tsx'
import { revisionQuery } from './queries.ts'

const rowHeight = 39
/** Shorter lists are drawn whole. */
const wholeUpTo = 100
const columns = 7

/** The rows of the list; of a long one only those on the screen are drawn and watched. */
export function DeploymentTable({ listed }: { listed: readonly ListedDeployment[] }) {
  const api = useApi()
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
  }, [])
  const isWhole = listed.length <= wholeUpTo
  const rows = useWindowVirtualizer({
    count: listed.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    enabled: !isWhole,
  })
  const items = isWhole ? null : rows.getVirtualItems()
  const first = items ? (items[0]?.index ?? 0) : 0
  const end = items ? (items.at(-1)?.index ?? -1) + 1 : listed.length
  const drawn = listed.slice(first, end)
  // The list itself tells what has settled.
  const watched = drawn.filter(
    ({ deployment, status }) =>
      deployment.latest_revision_id !== null && (status === null || !isSettled({ status })),
  )
  const reads = useQueries({
    queries: watched.map(({ deployment: { id, latest_revision_id } }) =>
      revisionQuery(api, id, latest_revision_id ?? ''),
    ),
  })
  const readOf = new Map(watched.map(({ deployment }, index) => [deployment.id, reads[index]]))
  return (
    <Table label="Deployments" rowCount={listed.length + 1} isFixed>
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th className="w-[260px]">Latest revision</Th>
          <Th className="w-[110px] max-[899px]:hidden">Serving</Th>
          <Th className="w-[190px] max-[799px]:hidden">Source</Th>
          <Th className="w-[100px] max-[999px]:hidden">Type</Th>
          <Th className="w-[110px] max-[599px]:hidden">Updated</Th>
          <Th className="w-[118px] max-[599px]:w-px">
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </thead>
      <tbody ref={body} onKeyDown={walkRows('tr')}>
        <Space rows={first} />
        {drawn.map(({ deployment, status }, index) => (
          <DeploymentRow
            key={deployment.id}
            rowIndex={first + index + 2}
            deployment={deployment}
            status={status}
            revision={readOf.get(deployment.id)?.data}
            problem={readOf.get(deployment.id)?.error?.message}
          />
        ))}
        <Space rows={listed.length - end} />
      </tbody>
    </Table>
  )
}

/** Stands for rows that are not drawn. */
function Space({ rows }: { rows: number }) {
  if (rows <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: rows * rowHeight }} className="p-0" />
    </tr>
  )
}
