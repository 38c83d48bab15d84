import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { Cost } from '../../chat/inspector/usage-facts.tsx'
import { costText, tokensText } from '../../chat/inspector/usage-words.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Usage } from '../../contract/agent-server/usage.ts'
import {
  type DeploymentUsage,
  getDeploymentUsage,
} from '../../contract/control-plane/deployment-usage.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { CapStates } from './cap-states.tsx'

const views = ['day', 'assistant', 'revision'] as const
type View = (typeof views)[number]

/** What the runs of a deployment took in the last 30 days. Nothing is shown where the server does not count. */
export function UsageCard({ deploymentId }: { deploymentId: string }) {
  const api = useApi()
  const { data, error } = useQuery({
    ...query(api.controlPlane, getDeploymentUsage, { params: { deployment_id: deploymentId } }),
    enabled: searchesRuns(api.connection),
    retry: (failures, reason) => failures < 2 && !isUntold(reason),
  })
  const [view, setView] = useState<View>('day')
  if (!searchesRuns(api.connection) || (!data && isUntold(error))) return null
  return (
    <Card>
      <CardHeader
        title="Usage"
        detail={data && `last ${data.days} days`}
        actions={
          data &&
          data.by_day.length > 0 && (
            <SelectMenu
              label="Usage by"
              value={view}
              options={views.map((value) => ({ value, label: `By ${value}` }))}
              onValueChange={setView}
            />
          )
        }
      />
      {data ? (
        <Spent usage={data} deploymentId={deploymentId} view={view} />
      ) : (
        <CardBody>
          {error ? (
            <p className="text-ink-2">It could not be read: {error.message}</p>
          ) : (
            <Skeleton label="Loading the usage" lines={3} />
          )}
        </CardBody>
      )}
    </Card>
  )
}

/** The server is another one, which does not count. */
function isUntold(error: Error | null): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0)
}

type SpentProps = { usage: DeploymentUsage; deploymentId: string; view: View }

function Spent({ usage, deploymentId, view }: SpentProps) {
  const { total, previews, sessions, by_day, caps, prices_problem } = usage
  const hasPreviews = previews.models.length > 0
  return (
    <>
      <CardBody>
        <div className="flex flex-col gap-3">
          {prices_problem && (
            <Note tone="warn" title="The prices of before are used">
              {prices_problem}
            </Note>
          )}
          <CapStates caps={caps} currency={total.currency} />
          {by_day.length === 0 ? (
            <p className="text-ink-2">No model has told of any tokens.</p>
          ) : (
            <p className="flex flex-wrap gap-x-6 gap-y-1">
              <span className="tabular-nums">{tokensText(total)}</span>
              <Cost usage={total} />
            </p>
          )}
          {hasPreviews && (
            <p className="text-ink-2 text-sm tabular-nums">
              Previews, beside this: {tokensText(previews)} · {costText(previews)}
            </p>
          )}
          {sessions && sessions.models.length > 0 && (
            <p className="text-ink-2 text-sm tabular-nums">
              QA sessions, beside this: {tokensText(sessions)} · {costText(sessions)}
            </p>
          )}
        </div>
      </CardBody>
      {by_day.length > 0 && (
        <Table label={`Usage by ${view}`}>
          <thead>
            <Tr>
              <Th className="capitalize">{view}</Th>
              <Th>Tokens</Th>
              <Th className="text-right">Cost</Th>
            </Tr>
          </thead>
          <tbody>
            {rowsOf(usage, deploymentId, view).map(({ key, name, part }) => (
              <Tr key={key}>
                <Td className="whitespace-nowrap">{name}</Td>
                <Td className="text-ink-2 tabular-nums">{tokensText(part)}</Td>
                <Td className="text-right tabular-nums">{costText(part)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

type Row = { key: string; name: ReactNode; part: Usage }
const linkClass = 'rounded-sm text-ink no-underline hover:underline'

function rowsOf(usage: DeploymentUsage, deploymentId: string, view: View): Row[] {
  if (view === 'day') {
    return usage.by_day
      .map((part) => ({ key: part.day, name: <time dateTime={part.day}>{part.day}</time>, part }))
      .reverse()
  }
  if (view === 'assistant') {
    return usage.by_assistant.map((part) => ({
      key: part.assistant_id,
      name:
        part.name === null ? (
          `${shortId(part.assistant_id)} (gone)`
        ) : (
          <Link to={paths.assistant(deploymentId, part.assistant_id)} className={linkClass}>
            {part.name}
          </Link>
        ),
      part,
    }))
  }
  return usage.by_revision.map((part) => ({
    key: String(part.revision_id),
    name:
      part.revision_id === null ? (
        'unknown'
      ) : (
        <Link to={paths.revision(deploymentId, part.revision_id)} className={`mono ${linkClass}`}>
          {shortId(part.revision_id)}
        </Link>
      ),
    part,
  }))
}
