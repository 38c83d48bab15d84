import { useQueries } from '@tanstack/react-query'
import { isSettled } from '../../contract/revisions.ts'
import { Table, Th, Tr } from '../../ui/table.tsx'
import { useApi } from '../api.tsx'
import { walkRows } from '../list-rows.ts'
import { RowSpace, useRowWindow } from '../use-row-window.tsx'
import type { ListedDeployment } from './deployment-list.ts'
import { DeploymentRow } from './deployment-row.tsx'
import { revisionQuery } from './queries.ts'

const columns = 7

/** The rows of the list; of a long one only those on the screen are drawn and watched. */
export function DeploymentTable({ listed }: { listed: readonly ListedDeployment[] }) {
  const api = useApi()
  const { body, first, end } = useRowWindow(listed.length)
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
        <RowSpace rows={first} columns={columns} />
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
        <RowSpace rows={listed.length - end} columns={columns} />
      </tbody>
    </Table>
  )
}
