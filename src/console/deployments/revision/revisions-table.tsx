import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { RevisionFigures } from '../../../contract/control-plane/revision-figures.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import type { FeedbackGroup } from '../../../contract/tracing/feedback.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { formatDuration } from '../../../ui/format/format-duration.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { useApi } from '../../api.tsx'
import { actionsColumn, type Column } from '../../lists/column.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { DecidedAbout } from '../../objects/qa/decided-about.tsx'
import { repeatedBy } from '../../objects/qa/repeated-by.ts'
import { paths } from '../../paths.ts'
import { revisionQuery } from '../queries.ts'
import { failureLine, isReplaced, startedByText, tookMs, trafficWords } from '../revision-facts.ts'
import { RevisionPill, sourceText } from '../revision-pill.tsx'
import { useBuildRemoved } from './build-removed.ts'
import { RevisionRuns } from './figures/revision-runs.tsx'
import { RevisionVotes } from './figures/revision-votes.tsx'
import { Repairs } from './repairs.tsx'
import { RevisionActions } from './revision-actions.tsx'
import { RevisionMenu } from './revision-menu.tsx'

/** Two of the rows, to be compared. */
export interface Choice {
  ids: readonly string[]
  onChoose: (id: string, isChosen: boolean) => void
}

/** How the runs of a revision went, as far as that is known. */
type FiguresOf = (revisionId: string) => RevisionFigures | undefined
/** How their answers were rated, likewise. */
type VotesOf = (revisionId: string) => FeedbackGroup | undefined

type RevisionsTableProps = {
  deployment: Deployment
  revisions: readonly Revision[]
  /** Those that are not shown with them, newest first; absent where all are shown. */
  all?: readonly Revision[]
  /** On a page of its own: with all that is known of each, and what can be done with it at hand. */
  choice?: Choice
  figuresOf?: FiguresOf
  votesOf?: VotesOf
}

/** Revisions, newest first, with the one that serves. */
export function RevisionsTable({
  deployment,
  revisions,
  all = revisions,
  choice,
  figuresOf = () => undefined,
  votesOf = () => undefined,
}: RevisionsTableProps) {
  const latestId = deployment.latest_revision_id ?? ''
  // The latest one is watched anyway; showing the same data keeps the page of one mind.
  const { data: watched } = useQuery({
    ...revisionQuery(useApi(), deployment.id, latestId),
    enabled: revisions.some(({ id }) => id === latestId),
  })
  return (
    <ListTable
      label="Revisions"
      columns={choice ? allColumns(deployment, choice) : someColumns(deployment)}
      rows={revisions.map((listed) => {
        const older = olderThan(listed.id, all)
        return {
          revision: listed.id === latestId && watched ? watched : listed,
          previousId: older[0]?.id,
          figures: figuresOf(listed.id),
          votes: votesOf(listed.id),
          before: older.map(({ id }) => figuresOf(id)),
          repeats: repeatedBy(listed, all),
        }
      })}
      keyOf={({ revision }) => revision.id}
      rowsLead
      isHeadHidden={!choice}
    />
  )
}

/** None where it is not among them: what came before it is not known then. */
function olderThan(id: string, newestFirst: readonly Revision[]): readonly Revision[] {
  const at = newestFirst.findIndex((other) => other.id === id)
  return at < 0 ? [] : newestFirst.slice(at + 1)
}

type Row = {
  revision: Revision
  previousId: string | undefined
  figures: RevisionFigures | undefined
  votes: FeedbackGroup | undefined
  before: readonly (RevisionFigures | undefined)[]
  repeats: readonly string[]
}

const someColumns = (deployment: Deployment): readonly Column<Row>[] => [
  idColumn(deployment),
  commitColumn,
  statusColumn(deployment, false),
  createdColumn,
  actionsColumn(({ revision, previousId }) => (
    <RevisionMenu {...{ deployment, revision, previousId }} />
  )),
]

const allColumns = (deployment: Deployment, choice: Choice): readonly Column<Row>[] => [
  {
    head: 'Choice',
    headCell: <span className="sr-only">Choice</span>,
    className: 'w-px max-[599px]:hidden',
    cell: ({ revision: { id } }) => (
      <Checkbox
        label={`Choose revision ${shortId(id)}`}
        isLabelHidden
        checked={choice.ids.includes(id)}
        onChange={(event) => choice.onChoose(id, event.target.checked)}
      />
    ),
  },
  idColumn(deployment),
  {
    ...commitColumn,
    cellClass: 'min-w-40 max-w-56 min-[1400px]:max-w-72 min-[1600px]:max-w-96 py-2',
    cell: (row) => (
      <>
        <CommitText revision={row.revision} />
        <Besides {...row} deployment={deployment} />
      </>
    ),
  },
  statusColumn(deployment, true, (row) => <Besides {...row} deployment={deployment} />),
  {
    head: 'Runs, 30 days',
    className: 'max-[1399px]:hidden',
    cellClass: 'py-2',
    cell: (row) => (row.figures || row.votes ? <Went {...row} deployment={deployment} /> : '—'),
  },
  {
    head: 'Started by',
    className: 'max-[1299px]:hidden',
    cellClass: 'max-w-40 text-ink-2 [overflow-wrap:anywhere]',
    cell: ({ revision }) => startedByText(revision) ?? '—',
  },
  {
    head: 'Took',
    className: 'max-[1299px]:hidden',
    cellClass: 'whitespace-nowrap text-ink-2 tabular-nums',
    cell: ({ revision }) => {
      const ms = tookMs(revision)
      return ms === null ? '—' : formatDuration(ms)
    },
  },
  createdColumn,
  {
    ...actionsColumn<Row>(({ revision, previousId }) => (
      <span className="flex items-center justify-end gap-1">
        <span className="flex gap-1 max-[1099px]:hidden">
          <RevisionActions {...{ deployment, revision, previousId }} isInRow />
        </span>
        <RevisionMenu {...{ deployment, revision, previousId }} />
      </span>
    )),
  },
]

const idColumn = (deployment: Deployment): Column<Row> => ({
  head: 'Revision',
  cellClass: 'w-px',
  cell: ({ revision: { id, created_at } }, href) => (
    <>
      <a
        href={href(paths.revision(deployment.id, id))}
        title={id}
        className="mono whitespace-nowrap rounded-sm no-underline hover:underline"
      >
        {shortId(id)}
      </a>
      <span className="block whitespace-nowrap text-ink-2 text-sm min-[480px]:hidden">
        <RelativeTime value={created_at} />
      </span>
    </>
  ),
})

/** What the commit says, who wrote it, where it is, and in a line why its rollout failed. */
const commitColumn: Column<Row> = {
  head: 'Commit',
  className: 'max-[599px]:hidden',
  cellClass: 'min-w-40 max-w-96 py-2',
  titleOf: ({ revision }) => revision.source_revision_config.repo_commit_sha ?? undefined,
  cell: ({ revision }) => <CommitText revision={revision} />,
}

function CommitText({ revision }: { revision: Revision }) {
  const { repo_commit_message: message, repo_commit_author: author } =
    revision.source_revision_config
  const source = sourceText(revision.source_revision_config)
  const failure = failureLine(revision)
  return (
    <>
      {message && (
        <span className="block truncate font-medium" title={message}>
          {message}
        </span>
      )}
      <span className={message ? 'block truncate text-ink-2 text-sm' : 'block truncate'}>
        {[author, source].filter(Boolean).join(' · ')}
      </span>
      {failure && (
        <span className="line-clamp-2 text-bad text-sm" title={failure}>
          {failure}
        </span>
      )}
    </>
  )
}

const statusColumn = (
  deployment: Deployment,
  isWhole: boolean,
  besides?: (row: Row) => ReactNode,
): Column<Row> => ({
  head: 'Status',
  cellClass: 'max-[599px]:py-2',
  cell: (row) => (
    <>
      <Standing deployment={deployment} {...row} isWhole={isWhole} />
      <span className="mt-1 block max-w-[44vw] min-[600px]:hidden">
        <CommitText revision={row.revision} />
        {besides?.(row)}
      </span>
    </>
  ),
})

/** What a narrow screen has no columns for, and at any width how a failed rollout is repaired. */
function Besides({ deployment, ...row }: Row & { deployment: Deployment }) {
  const { revision } = row
  const ms = tookMs(revision)
  const made = [startedByText(revision), ms !== null && `took ${formatDuration(ms)}`]
  return (
    <>
      <span className="block truncate text-ink-2 text-sm min-[1300px]:hidden">
        {made.filter(Boolean).join(' · ')}
      </span>
      <span className="mt-1 block empty:hidden min-[1400px]:hidden">
        <Went {...row} deployment={deployment} />
      </span>
      <span className="mt-1 flex flex-wrap gap-1 empty:hidden print:hidden">
        <Repairs deployment={deployment} revision={revision} />
      </span>
    </>
  )
}

/** How its runs went and how its answers were rated; nothing of what is not known. */
function Went({ deployment, revision, figures, votes, before }: Row & { deployment: Deployment }) {
  return (
    <>
      {figures && <RevisionRuns deploymentId={deployment.id} figures={figures} before={before} />}
      {votes && (
        <RevisionVotes deploymentId={deployment.id} revisionId={revision.id} votes={votes} />
      )}
    </>
  )
}

const createdColumn: Column<Row> = {
  head: 'Created',
  className: 'max-[479px]:hidden',
  cellClass: 'whitespace-nowrap text-ink-2',
  cell: ({ revision }) => <RelativeTime value={revision.created_at} />,
}

type StandingProps = Pick<Row, 'revision' | 'repeats'> & {
  deployment: Deployment
  /** With what became of its build, and what was decided about it. */
  isWhole: boolean
}

/** How far it is, and whether it serves. */
function Standing({ deployment, revision, repeats, isWhole }: StandingProps) {
  const buildRemoved = useBuildRemoved(deployment.id)(revision)
  const isServing = revision.id === deployment.active_revision_id
  const isLatest = revision.id === deployment.latest_revision_id
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <RevisionPill revision={revision} isReplaced={isReplaced(deployment, revision)} />
      {isServing && (
        <span className="whitespace-nowrap text-ink-2 text-sm">{trafficWords(deployment)}</span>
      )}
      {isLatest && !isServing && (
        <span className="whitespace-nowrap text-ink-3 text-sm">latest</span>
      )}
      {revision.promoted_to && (
        <span className="whitespace-nowrap text-ink-2 text-sm">
          promoted as {shortId(revision.promoted_to)}
        </span>
      )}
      {isWhole && buildRemoved && (
        <span className="whitespace-nowrap text-ink-3 text-sm" title={buildRemoved}>
          build removed
        </span>
      )}
      {isWhole && (
        <DecidedAbout deploymentId={deployment.id} revisionId={revision.id} repeats={repeats} />
      )}
    </span>
  )
}
