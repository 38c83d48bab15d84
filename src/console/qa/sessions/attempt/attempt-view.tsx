import { Check, X } from 'lucide-react'
import {
  type Attempt,
  type AttemptStatus,
  attemptEnded,
  type CheckResult,
} from '../../../../contract/qa/attempts.ts'
import type { NamedTarget, Session } from '../../../../contract/qa/sessions.ts'
import { cx } from '../../../../ui/cx.ts'
import { Duration } from '../../../../ui/format/duration.tsx'
import { formatDuration } from '../../../../ui/format/format-duration.ts'
import { RelativeTime } from '../../../../ui/format/relative-time.tsx'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { Fact, Facts } from '../../../../ui/page/facts.tsx'
import { JsonView } from '../../../../ui/page/json-view.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { StatusPill, type Tone } from '../../../../ui/page/status-pill.tsx'
import { paths } from '../../../paths.ts'
import { Transcript } from '../../transcript/transcript.tsx'
import { useAttemptSource } from '../../transcript/use-component-source.ts'
import { TargetLink } from '../target-link.tsx'
import { AttemptEvents } from './attempt-events.tsx'
import { AttemptPart } from './attempt-part.tsx'
import { CaseVerdicts } from './case-verdicts.tsx'

const looks: Record<AttemptStatus, { tone: Tone; words: string }> = {
  waiting: { tone: 'idle', words: 'Waiting' },
  running: { tone: 'run', words: 'Running' },
  passed: { tone: 'ok', words: 'Passed' },
  failed: { tone: 'bad', words: 'Failed' },
  error: { tone: 'bad', words: 'Error' },
  cancelled: { tone: 'idle', words: 'Cancelled' },
  lost: { tone: 'bad', words: 'Lost' },
}

type AttemptViewProps = {
  session: Session
  roles: readonly string[]
  attempt: Attempt
  target: NamedTarget
}

/** One case on one target once: how it ended, what was checked, said and done, what people say, and what it left. */
export function AttemptView({ session, roles, attempt, target }: AttemptViewProps) {
  const { status, error, results, transcript, state } = attempt
  const { tone, words } = looks[status]
  const source = useAttemptSource(session.session_id, attempt.attempt_id, state)
  return (
    <>
      {error && (
        <Note tone={status === 'cancelled' ? 'warn' : 'bad'} title={words}>
          {error}
        </Note>
      )}
      <Facts density="compact">
        <Fact term="Status">
          <StatusPill tone={tone}>{words}</StatusPill>
        </Fact>
        <Fact term="Took">
          <Took attempt={attempt} />
        </Fact>
        <Fact term="Tokens">
          <Tokens attempt={attempt} />
        </Fact>
        <Fact term="Thread">
          <Places attempt={attempt} target={target} />
        </Fact>
      </Facts>
      {results.length > 0 && (
        <AttemptPart title="Checks" detail={checkedWords(results)}>
          <ul className="flex flex-col gap-2">
            {results.map((result, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: checks have no identity but their place
              <Checked key={index} result={result} />
            ))}
          </ul>
        </AttemptPart>
      )}
      <AttemptPart title="Transcript">
        {transcript.length > 0 ? (
          <Transcript steps={transcript} source={source} />
        ) : (
          <p className="text-ink-2">
            {status === 'waiting' ? 'It has not begun.' : 'Nothing was said so far.'}
          </p>
        )}
      </AttemptPart>
      <CaseVerdicts session={session} caseIndex={attempt.case_index} roles={roles} />
      {state && (
        <AttemptPart title="State at the end">
          <JsonView value={state} label="state" hasSearch />
        </AttemptPart>
      )}
      {attemptEnded(attempt) && attempt.run_ids.length > 0 && (
        <AttemptPart title="Events" detail="as they came, kept with the attempt">
          <AttemptEvents sessionId={session.session_id} attemptId={attempt.attempt_id} />
        </AttemptPart>
      )}
    </>
  )
}

function checkedWords(results: readonly CheckResult[]): string {
  return `${results.filter(({ passed }) => passed).length} of ${results.length} passed`
}

function Checked({ result: { words, passed, found } }: { result: CheckResult }) {
  const Icon = passed ? Check : X
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        size={14}
        strokeWidth={2}
        className={cx('mt-[3px] flex-none', passed ? 'text-ok' : 'text-bad')}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{passed ? 'Passed: ' : 'Failed: '}</span>
        {words}
        {!passed && found && <span className="block text-ink-2 text-sm">Found: {found}</span>}
      </span>
    </li>
  )
}

function Took({ attempt: { ms, first_token_ms, started_at, ended_at } }: { attempt: Attempt }) {
  if (!started_at) return 'not begun'
  return (
    <>
      {ms == null ? <Duration start={started_at} end={ended_at} /> : formatDuration(ms)}
      {first_token_ms != null && (
        <span className="text-ink-2"> · first words after {formatDuration(first_token_ms)}</span>
      )}
      <span className="text-ink-2">
        {' · '}
        <RelativeTime value={started_at} />
      </span>
    </>
  )
}

function Tokens({ attempt: { tokens, usage } }: { attempt: Attempt }) {
  const total = usage?.total_tokens ?? tokens
  if (total == null) return 'not told'
  return (
    <span className="tabular-nums">
      {total.toLocaleString('en')}
      {usage && (
        <span className="text-ink-2">
          {' · '}
          {usage.input_tokens.toLocaleString('en')} in, {usage.output_tokens.toLocaleString('en')}{' '}
          out
        </span>
      )}
    </span>
  )
}

/** Where it can be followed on its server, as long as that keeps it. */
function Places({ attempt, target }: { attempt: Attempt; target: NamedTarget }) {
  const { thread_id, run_ids } = attempt
  if (!thread_id) return 'none'
  const at = target.preview_id ?? target.deployment_id
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      <TargetLink target={target} to={paths.thread(at, thread_id, run_ids[0])} title={thread_id}>
        thread {shortId(thread_id)}
      </TargetLink>
      {run_ids.map((run_id) => (
        <TargetLink
          key={run_id}
          target={target}
          to={paths.run(at, thread_id, run_id)}
          title={run_id}
        >
          run {shortId(run_id)}
        </TargetLink>
      ))}
    </span>
  )
}
