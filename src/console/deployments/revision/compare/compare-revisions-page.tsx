import {
  queryOptions,
  usePrefetchQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../../../client/api.ts'
import { getSecretChanges } from '../../../../contract/control-plane/revision-changes.ts'
import type { Revision } from '../../../../contract/control-plane/revisions.ts'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { compareRevisionsPage } from '../../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { SelectMenu } from '../../../../ui/overlay/select-menu.tsx'
import { Card, CardHeader } from '../../../../ui/page/card.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { Td } from '../../../../ui/table/table.tsx'
import { type Api, queryKey, useApi } from '../../../api.tsx'
import { useUrlFilters } from '../../../lists/url-filters.ts'
import type { PageHandle } from '../../../shell/page/page-handle.ts'
import { useParam } from '../../../shell/page/use-param.ts'
import { revisionQuery, revisionsQuery } from '../../queries.ts'
import { RevisionPill, sourceText } from '../../revision-pill.tsx'
import { CommitsBetween } from './commits-between.tsx'
import { ComparedTable } from './compared-table.tsx'
import { ComparedValue } from './compared-value.tsx'
import { PackagesBetween } from './packages-between.tsx'
import { revisionDifference } from './revision-difference.ts'
import { RowName } from './row-name.tsx'
import { WentRows } from './went-rows.tsx'

export const handle = {
  useTitle: () => 'Compare revisions',
  firstReads: compareRevisionsPage,
} satisfies PageHandle

/** What changed between any two revisions of a deployment; both are in the address. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const filters = useUrlFilters()
  const [, setParams] = useSearchParams()
  const list = useSuspenseInfiniteQuery(revisionsQuery(useApi(), deploymentId))
  const revisions = list.data.pages.flatMap((page) => page.resources)
  const after = filters.get('after') ?? revisions[0]?.id
  const before = filters.get('before') ?? revisions[1]?.id
  if (!before || !after) {
    return (
      <Card>
        <EmptyState title="Nothing to compare">A second revision is needed for that.</EmptyState>
      </Card>
    )
  }
  const options = optionsOf(revisions, [before, after])
  return (
    <div className="flex flex-col gap-[18px]">
      <Card>
        <CardHeader
          title="What changed"
          actions={
            <>
              <SelectMenu
                label="From"
                value={before}
                options={options}
                onValueChange={(id) => filters.set('before', id)}
              />
              <ArrowRight aria-hidden size={14} className="text-ink-3" />
              <SelectMenu
                label="To"
                value={after}
                options={options}
                onValueChange={(id) => filters.set('after', id)}
              />
              <Button
                size="sm"
                onClick={() => setParams({ before: after, after: before }, { replace: true })}
              >
                Swap
              </Button>
              {list.hasNextPage && (
                <Button
                  size="sm"
                  variant="ghost"
                  isPending={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  Older revisions
                </Button>
              )}
            </>
          }
        />
        <Difference deploymentId={deploymentId} before={before} after={after} />
      </Card>
      <PackagesBetween deploymentId={deploymentId} before={before} after={after} />
      <CommitsBetween deploymentId={deploymentId} before={before} after={after} />
    </div>
  )
}

function optionsOf(revisions: Revision[], chosen: string[]) {
  const listed = revisions.map((revision) => ({
    value: revision.id,
    label: shortId(revision.id),
    description: sourceText(revision.source_revision_config),
  }))
  // One from an address may be older than what was read so far.
  const others = chosen.filter((id) => !revisions.some((revision) => revision.id === id))
  return [...listed, ...others.map((id) => ({ value: id, label: shortId(id) }))]
}

type DifferenceProps = { deploymentId: string; before: string; after: string }

function Difference({ deploymentId, before, after }: DifferenceProps) {
  const api = useApi()
  const changes = secretChangesQuery(api, deploymentId, before, after)
  // Beside the first, not after it; the library's hook for several would be code of every page.
  usePrefetchQuery(revisionQuery(api, deploymentId, after))
  usePrefetchQuery(changes)
  const { data: from } = useSuspenseQuery(revisionQuery(api, deploymentId, before))
  const { data: to } = useSuspenseQuery(revisionQuery(api, deploymentId, after))
  const { data: compared } = useSuspenseQuery(changes)
  const { facts, secrets: byName } = revisionDifference(from, to)
  const secrets = compared?.secrets ?? byName
  const isSame =
    facts.every((fact) => fact.before === fact.after) &&
    (secrets ?? []).every(({ change }) => change === 'same')
  return (
    <>
      {isSame && (
        <p className="border-b px-4 py-3 text-ink-2">
          {compared
            ? 'They are made from the same commit and configuration, with the same secrets.'
            : 'They are made from the same commit and configuration, with secrets of the same names.'}
        </p>
      )}
      <ComparedTable label="What changed" rowHeading="Fact" before={before} after={after}>
        <tr>
          <RowName>Status</RowName>
          <Td>
            <RevisionPill revision={from} />
          </Td>
          <Td>
            <RevisionPill revision={to} />
          </Td>
        </tr>
        {facts.map((fact) => (
          <tr key={fact.id}>
            <RowName isChanged={fact.before !== fact.after}>{fact.label}</RowName>
            <ComparedValue text={fact.before} isChanged={fact.before !== fact.after} />
            <ComparedValue text={fact.after} isChanged={fact.before !== fact.after} />
          </tr>
        ))}
        <WentRows deploymentId={deploymentId} before={before} after={after} />
        {secrets?.map(({ name, change }) => (
          <tr key={name}>
            <RowName isChanged={change !== 'same'}>
              Secret <span className="mono break-all">{name}</span>
            </RowName>
            <ComparedValue text={change === 'added' ? null : 'set'} isChanged={change !== 'same'} />
            <ComparedValue text={newerSecret(change)} isChanged={change !== 'same'} />
          </tr>
        ))}
      </ComparedTable>
      <p className="px-4 py-3 text-ink-3 text-sm">
        {compared
          ? 'Values of secrets are compared on the server and never told.'
          : secrets
            ? 'Of secrets only the names are compared: their values are never told.'
            : 'This server does not tell the names of a revision’s secrets.'}
      </p>
    </>
  )
}

/** What became of each secret; null where that is not told: then it is by name. */
function secretChangesQuery(api: Api, deployment_id: string, since: string, revision_id: string) {
  const input = { params: { deployment_id, revision_id }, query: { since } }
  return queryOptions({
    queryKey: queryKey(api.controlPlane, getSecretChanges, input),
    // Other servers do not compare values.
    queryFn: ({ signal }) =>
      searchesRuns(api.connection)
        ? call(api.controlPlane, getSecretChanges, { ...input, signal }).catch(() => null)
        : null,
  })
}

/** What the newer of two revisions has of a secret. */
function newerSecret(change: string): string | null {
  if (change === 'removed') return null
  return change === 'replaced' ? 'another value' : 'set'
}
