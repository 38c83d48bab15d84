import { costText, tokensText } from '../../chat/inspector/usage-words.ts'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { sessionMark } from '../../contract/qa/session-mark.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { MarkedText } from '../../ui/format/marked-text.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { longFirstLine, longSecondLine, longSecondLineHead } from '../../ui/table/long-table.tsx'
import type { LongColumn } from '../lists/long-list-table.tsx'
import { type RunRest, RunStatus } from '../objects/run-status.tsx'
import { paths } from '../paths.ts'
import { RunNote } from './run-note.tsx'

/** A run in the list. */
export interface ListedRun {
  run: Run
  deploymentId: string
  /** Null while it is not known, or not shown. */
  deploymentName: string | null
  /** What its thread is called. */
  title: string
  /** What was asked, and answered; empty where the server does not tell, or nothing was. */
  message: string
  answer: string
  /** What it was found by. */
  words: readonly string[]
  rest: RunRest
}

const onPhoneFirst = 'max-[599px]:self-start max-[599px]:pt-[5px] max-[599px]:pb-0'
const oneLine = 'overflow-clip text-ellipsis whitespace-nowrap'
const noteClass = `min-w-0 overflow-clip text-ellipsis text-sm ${longSecondLine} max-[599px]:left-[226px] min-[600px]:left-[274px] max-[899px]:right-3`

/**
 * The columns of runs. Where the screen is narrow, when a run was made, how long it took and the note on it stand
 * in a second line; on a phone the thread has a line of its own between.
 */
export const runColumns = (
  isOfSeveral: boolean,
  /** What a run's address says of the list; see `listAddress`. */
  address = '',
): readonly LongColumn<ListedRun>[] => [
  {
    head: 'Run',
    isKept: true,
    className: 'w-[112px] flex-none max-[899px]:w-[92px]',
    cellClass: `${longFirstLine} ${onPhoneFirst}`,
    cell: ({ run, deploymentId }, href) => (
      <a
        href={href(paths.run(deploymentId, run.thread_id, run.run_id) + address)}
        title={run.run_id}
        className="mono whitespace-nowrap rounded-sm text-ink no-underline"
      >
        {shortId(run.run_id)}
      </a>
    ),
  },
  {
    head: 'Status',
    tells: ['status'],
    className: `flex-[3_1_0] min-[600px]:max-[899px]:w-[122px] min-[600px]:max-[899px]:flex-none ${isOfSeveral ? 'max-[599px]:w-[122px] max-[599px]:flex-none' : ''}`,
    cellClass: `flex items-center gap-2 whitespace-nowrap ${longFirstLine} ${onPhoneFirst} max-[899px]:*:first:h-[19px]`,
    cell: ({ run, rest }) => (
      <>
        <RunStatus run={run} rest={rest} />
        <RunNote run={run} className={noteClass} />
      </>
    ),
  },
  ...(isOfSeveral ? [deploymentColumn] : []),
  {
    head: 'Assistant',
    tells: ['assistant'],
    className: 'flex-[1.4_1_0] max-[1199px]:hidden',
    cellClass: `${oneLine} text-ink-2 ${longFirstLine}`,
    cell: ({ run }) => graphName(run),
  },
  {
    head: 'Message',
    tells: ['text'],
    className: 'flex-[6.4_1_0]',
    headClass: 'max-[599px]:sr-only',
    cellClass: `${longFirstLine} max-[599px]:absolute max-[599px]:top-[28px] max-[599px]:right-0 max-[599px]:left-12 max-[599px]:pb-0`,
    cell: (listed, href) => (
      <a
        href={href(paths.thread(listed.deploymentId, listed.run.thread_id, listed.run.run_id))}
        title={listed.title}
        className={`block rounded-sm text-ink no-underline hover:underline max-[599px]:leading-6 ${oneLine}`}
      >
        <Message {...listed} />
      </a>
    ),
  },
  {
    head: 'Duration',
    tells: ['took'],
    className: 'w-[90px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `${oneLine} ${longSecondLine} max-[899px]:left-[140px] max-[899px]:w-[90px]`,
    cell: ({ run }) => <RunDuration run={run} />,
  },
  {
    head: 'Tokens',
    className: 'w-[84px] flex-none max-[1399px]:hidden',
    cellClass: `${oneLine} text-ink-2 tabular-nums`,
    cell: ({ run }) => <RunTokens run={run} />,
  },
  {
    head: 'Created',
    tells: ['since'],
    className: 'w-[110px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `text-ink-2 ${longSecondLine} max-[899px]:left-12 max-[899px]:w-[92px]`,
    cell: ({ run }) => <RelativeTime value={run.created_at} />,
  },
]

const deploymentColumn: LongColumn<ListedRun> = {
  head: 'Deployment',
  className: 'flex-[2.6_1_0] max-[599px]:pl-0',
  cellClass: `${oneLine} ${longFirstLine} ${onPhoneFirst}`,
  cell: ({ deploymentId, deploymentName }, href) => (
    <a
      href={href(paths.deployment(deploymentId))}
      title={deploymentName ?? undefined}
      className={`block rounded-sm text-ink-2 no-underline hover:underline ${oneLine}`}
    >
      {deploymentName ?? shortId(deploymentId)}
    </a>
  ),
}

/** What was asked and answered; what the thread is called where neither is known. A run that goes on was asked nothing. */
function Message({ message, answer, title, words }: ListedRun) {
  if (!message && !answer) return <span className="text-ink-2">{title}</span>
  return (
    <>
      {message && <MarkedText text={message} words={words} />}
      {answer && (
        <span className="text-ink-2">
          <span aria-hidden>{message && ' '}→ </span>
          <span className="sr-only">{message && ', '}answered </span>
          <MarkedText text={answer} words={words} />
        </span>
      )}
    </>
  )
}

/** Input and output together; the whole on hover. */
function RunTokens({ run: { usage } }: { run: Run }) {
  if (!usage) return <span className="text-ink-3">–</span>
  const { input_tokens, output_tokens } = usage
  return (
    <span title={`${tokensText(usage)}; cost ${costText(usage)}`}>
      {(input_tokens + output_tokens).toLocaleString('en-GB')}
    </span>
  )
}

/** How long it took or has taken. */
function RunDuration({ run }: { run: Run }) {
  if (!run.started_at) return <span className="text-ink-3">–</span>
  return <Duration start={run.started_at} end={isActive(run) ? null : run.ended_at} />
}

/** What ran, and that it did at a preview, or for a session. */
function graphName(run: Run): string {
  const graph = run.metadata?.graph_id
  const name = typeof graph === 'string' ? graph : shortId(run.assistant_id ?? '–')
  if (typeof run.metadata?.preview_of === 'string') return `${name} · preview`
  return sessionMark(run.metadata) ? `${name} · QA` : name
}
