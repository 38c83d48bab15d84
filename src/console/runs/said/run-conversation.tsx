import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import {
  type Conversation,
  emptyConversation,
} from '../../../chat/conversation/conversation-types.ts'
import { changedFields } from '../../../chat/conversation/runs/changed-fields.ts'
import { endRun } from '../../../chat/conversation/runs/conversation-runs.ts'
import { type Turn, wordlessTurn } from '../../../chat/conversation/turns.ts'
import { KnownInnerWords } from '../../../chat/inner/use-inner-words.ts'
import { LiveLine } from '../../../chat/view/live-line.tsx'
import { StateResult } from '../../../chat/view/state-result.tsx'
import { TurnView } from '../../../chat/view/turn-view.tsx'
import { useRunLink } from '../../../chat/view/use-run-link.tsx'
import { isActive, isHeld, type Run } from '../../../contract/agent-server/runs.ts'
import { pendingInterrupts, type ThreadState } from '../../../contract/agent-server/threads.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import type { Beginning } from '../../objects/run-history/run-history.ts'
import type { RunRest } from '../../objects/run-status.tsx'
import { paths } from '../../paths.ts'
import { useRunIsGone } from '../gone/run-is-gone.ts'
import { questionWords } from './question-words.ts'
import type { RunFacts } from './run-components.tsx'
import { placeInThread, runsOfThreadQuery } from './run-place.ts'
import { messagesOfState, runTurns } from './run-turns.ts'
import { heardWithin, useSaidWithin } from './said-within.ts'
import { useLiveSession } from './use-live-session.ts'
import type { useRunVotes } from './use-run-votes.ts'

// Most projects have none.
const RunComponents = lazyPart(() =>
  import('./run-components.tsx').then((code) => code.RunComponents),
)

type SaidProps = {
  votes: ReturnType<typeof useRunVotes>
  deploymentId: string
  run: Run
  /** The states that it made, oldest first. */
  states: readonly ThreadState[]
  /** It works, or has only just ended, and what it left is not read yet. */
  isLive: boolean
  beginning: Beginning | undefined
  rest: RunRest
}

/** What was asked, done and answered in a run: as its thread tells it, and while it works as it happens. */
export function RunConversation(props: SaidProps) {
  const heard = useRef<Conversation>(null)
  const isHeard = props.isLive && props.run.status !== 'pending'
  const isGone = useRunIsGone()
  useEffect(() => {
    // What it left is read: that has all of it, also should it go later.
    if (!isHeard && !isGone) heard.current = null
  }, [isHeard, isGone])
  return isHeard ? <LiveTurns {...props} heard={heard} /> : <KeptTurns {...props} heard={heard} />
}

type HeardProps = SaidProps & {
  /** What was heard last while it worked: of a run that is taken away no state has all of it. */
  heard: RefObject<Conversation | null>
}

/** “first run of the thread · 2 later runs”. */
export function PlaceInThread({ deploymentId, run }: Pick<SaidProps, 'deploymentId' | 'run'>) {
  const isGone = useRunIsGone()
  const { data } = useQuery({
    ...runsOfThreadQuery(useApi(), deploymentId, run),
    enabled: !isGone,
  })
  return data ? placeInThread(data, run.run_id) : null
}

function LiveTurns(props: HeardProps) {
  const { deploymentId, run, beginning, heard } = props
  const { session, snapshot } = useLiveSession(deploymentId, run.thread_id)
  const { conversation, reconnecting } = snapshot
  const isHeard = snapshot.run?.run_id === run.run_id
  const outcome = isHeard ? snapshot.run?.outcome : undefined
  useEffect(() => {
    if (outcome === 'active') heard.current = conversation
  }, [heard, outcome, conversation])
  const { messages } =
    outcome === 'rolled_back' ? leftBy(heard.current, conversation) : conversation
  const shown = useMemo(
    () => runTurns(run, isHeard ? messages : [], beginning),
    [run, messages, beginning, isHeard],
  )
  const live = isHeard && snapshot.run && (
    <LiveLine
      run={snapshot.run}
      conversation={conversation}
      reconnecting={reconnecting}
      onRetryNow={session.retryNow}
    />
  )
  const within = useMemo(() => heardWithin(conversation), [conversation])
  return (
    <KnownInnerWords.Provider value={within}>
      <Turns {...props} turns={shown} facts={conversation} live={live} />
    </KnownInnerWords.Provider>
  )
}

function KeptTurns(props: HeardProps) {
  const { deploymentId, run, states, beginning, heard } = props
  const last = states.at(-1)
  const isGone = useRunIsGone()
  const turns = useMemo(() => {
    const { messages } = leftBy(isGone ? heard.current : null, {
      messages: last ? messagesOfState(last, run.run_id) : [],
    })
    return runTurns(run, messages, beginning)
  }, [run, last, beginning, isGone, heard])
  const within = useSaidWithin(deploymentId, run, turns)
  const facts = useMemo(() => {
    const kept = { ...emptyConversation, values: last?.values ?? null }
    return (isGone && heard.current) || kept
  }, [last, isGone, heard])
  const isPending = run.status === 'pending'
  return (
    <KnownInnerWords.Provider value={within}>
      <Turns
        {...props}
        turns={turns}
        facts={facts}
        live={isPending && <p className="text-ink-2 text-md">{waitWords(run)}</p>}
      />
    </KnownInnerWords.Provider>
  )
}

type Said = Pick<Conversation, 'messages'>

/** What was heard of a run that was taken away, with what it was just saying marked as cut off; where nothing was, what is kept. */
function leftBy(heard: Conversation | null, kept: Said): Said {
  return heard ? endRun(heard, 'cut', null, true) : kept
}

function waitWords(run: Run): string {
  if (isHeld(run)) return 'It waits until the question of its thread is answered.'
  return run.started_at ? 'It waits to go on.' : 'It waits for its turn to begin.'
}

type TurnsProps = SaidProps & {
  turns: ReturnType<typeof runTurns>
  facts: RunFacts
  live: ReactNode
}

function Turns(props: TurnsProps) {
  const { deploymentId, run, states, beginning, rest, turns, live } = props
  const { mark, feedback, vote } = props.votes
  const last = states.at(-1)
  const questions = useMemo(() => (last ? pendingInterrupts(last) : []), [last])
  const runLink = useRunLink({})
  const active = isActive(run)
  const hasAnswer = turns.some(({ parts }) => parts.length > 0)
  const isOver = !active && rest !== 'break'
  const result = hasAnswer || !isOver ? null : resultOf(run, last, beginning)
  const shown = turns.length > 0 ? turns : [wordlessTurn(run.run_id)]
  return (
    <div className="flex flex-col gap-[18px] p-4">
      <WhatCameBefore run={run} beginning={beginning} hasTurns={hasAnswer} />
      {shown.map((turn, index) => {
        const isLast = index === shown.length - 1
        return (
          <TurnView
            key={turn.key}
            turn={turn}
            mark={isLast ? mark : undefined}
            isActive={active && isLast}
            isWaiting={rest === 'question'}
            isAtBreak={isLast && rest === 'break'}
            questions={questions}
            vote={isLast ? vote : undefined}
            feedback={isLast ? feedback : null}
            runLink={runLink}
            live={isLast && live}
            result={withComponents(props, shown, turn, isLast && result?.drawn)}
            isResultRated={result?.isRated ?? false}
          />
        )
      })}
      {rest === 'question' && last && (
        <OpenQuestion deploymentId={deploymentId} run={run} state={last} />
      )}
    </div>
  )
}

/** What came of a turn, below what the agent said in it by components. */
function withComponents(
  props: TurnsProps,
  turns: readonly Turn[],
  turn: Turn,
  result: ReactNode,
): ReactNode {
  const { facts, run } = props
  const { ui = facts.custom[0] } = Object(facts.values)
  if (!ui) return result
  return (
    <>
      <RunComponents {...props} turns={turns} turn={turn} isActive={isActive(run)} />
      {result}
    </>
  )
}

type Values = Readonly<Record<string, unknown>> | null | undefined

/** What came of a run that said nothing. */
function resultOf(run: Run, last: ThreadState | undefined, beginning: Beginning | undefined) {
  if (!last) return null
  const before = beginning?.isKnown ? ((beginning.state?.values ?? {}) as Values) : null
  const fields = changedFields(before, last.values as Values)
  const hasSucceeded = run.status === 'success'
  return {
    drawn: <StateResult fields={fields} isWhole={!before} hasSucceeded={hasSucceeded} />,
    isRated: Object.keys(fields).length > 0,
  }
}

type WhatCameBeforeProps = { run: Run; beginning: Beginning | undefined; hasTurns: boolean }

/** What is to be known to read it: that it goes on from another run, or that not all is there any more. */
function WhatCameBefore({ run, beginning, hasTurns }: WhatCameBeforeProps) {
  const { input, command } = run.kwargs ?? {}
  const isGone = beginning?.isKnown === false && !isActive(run)
  if (isGone) {
    return (
      <p className="text-ink-2">
        {hasTurns
          ? 'The thread no longer has the state before this run: what is shown may hold what was said earlier.'
          : 'The thread no longer has what this run did. This is what it was given.'}
      </p>
    )
  }
  if (command) return <p className="text-ink-2">{resumeWords(command)}</p>
  if (input === null) return <p className="text-ink-2">It goes on from the middle of the thread.</p>
  return null
}

function resumeWords(command: unknown): string {
  const { resume } = command as { resume?: unknown }
  if (resume === undefined) return 'It goes on where the run before it stopped.'
  const words = typeof resume === 'string' ? `“${resume}”` : writeJson(resume)
  return `It answers the question of the run before it: ${words.slice(0, 500)}`
}

type OpenQuestionProps = Pick<SaidProps, 'deploymentId' | 'run'> & { state: ThreadState }

function OpenQuestion({ deploymentId, run, state }: OpenQuestionProps) {
  const asked = pendingInterrupts(state).flatMap(({ value }) => questionWords(value))
  return (
    <Note tone="info" title="It asks a person, and waits">
      <p className="line-clamp-[12] whitespace-pre-wrap break-words">{asked.join('\n')}</p>
      <Button
        size="sm"
        className="mt-2"
        render={<Link to={paths.thread(deploymentId, run.thread_id, run.run_id)} />}
      >
        Answer in the thread
      </Button>
    </Note>
  )
}
