import { useQueries } from '@tanstack/react-query'
import { isSettled } from '../../../contract/control-plane/revisions.ts'
import { cx } from '../../../ui/cx.ts'
import { LongSpace, LongTable, LongTh, longSecondLineHead } from '../../../ui/table/long-table.tsx'
import { useApi } from '../../api.tsx'
import { walkRows } from '../../lists/list-rows.ts'
import { useRowLinks } from '../../lists/row-links.ts'
import { useRowWindow } from '../../lists/use-row-window.tsx'
import { revisionQuery } from '../queries.ts'
import type { ListedDeployment } from './deployment-list.ts'
import { DeploymentRow, deploymentColumns } from './deployment-row.tsx'

/** The rows of the list; of a long one only those on the screen are drawn and watched. */
export function DeploymentTable({ listed }: { listed: readonly ListedDeployment[] }) {
  const api = useApi()
  const { body, first, end } = useRowWindow(listed.length)
  const { href, onClick } = useRowLinks()
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
    <LongTable
      label="Deployments"
      rowCount={listed.length + 1}
      hasSecondLine
      hasThirdLine
      head={
        <>
          <LongTh className={deploymentColumns.name}>Name</LongTh>
          <LongTh className={cx(deploymentColumns.latest, 'max-[599px]:sr-only')}>
            Latest revision
          </LongTh>
          <LongTh className={cx(deploymentColumns.serving, longSecondLineHead)}>Serving</LongTh>
          <LongTh className={deploymentColumns.source}>Source</LongTh>
          <LongTh className={deploymentColumns.type}>Type</LongTh>
          <LongTh className={cx(deploymentColumns.updated, longSecondLineHead)}>Updated</LongTh>
          <LongTh className={deploymentColumns.actions}>
            <span className="sr-only">Actions</span>
          </LongTh>
        </>
      }
      ref={body}
      onClick={onClick}
      onKeyDown={walkRows('tr')}
    >
      <LongSpace rows={first} />
      {drawn.map(({ deployment, status }, index) => (
        <DeploymentRow
          key={deployment.id}
          rowIndex={first + index + 2}
          deployment={deployment}
          status={status}
          revision={readOf.get(deployment.id)?.data}
          problem={readOf.get(deployment.id)?.error?.message}
          href={href}
        />
      ))}
      <LongSpace rows={listed.length - end} />
    </LongTable>
  )
}
