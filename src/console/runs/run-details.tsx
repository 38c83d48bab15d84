import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { entryOf } from '../../chat/checkpoints/checkpoint-entry.ts'
import { timelineStep } from '../../chat/history/timeline-step.ts'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { stepsOfRun } from '../../contract/agent-server/steps/steps-of-run.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Later } from '../../ui/page/later.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StepTimeline } from '../../ui/page/step-timeline.tsx'
import { useApi } from '../api.tsx'
import { RunGraph } from '../objects/run-graph.tsx'
import { useRunIsGone } from './gone/run-is-gone.ts'
import { RunFacts } from './run-facts.tsx'
import { RunJson } from './run-json.tsx'
import { RunLogs } from './run-logs.tsx'
import { useRunStates } from './run-states.ts'
import { RunVotes } from './run-votes.tsx'
import { PlaceInThread, RunConversation } from './said/run-conversation.tsx'
import { useRunVotes } from './said/use-run-votes.ts'
import { runFeedbackQuery } from './verdict/use-verdict.ts'
import { VerdictBar } from './verdict/verdict-bar.tsx'

const nothingLeft: readonly ThreadState[] = []

type RunDetailsProps = { deploymentId: string; run: Run; onMakeCase: () => void }

/** What was said in a run first, then how it came about; at the side what it is, as data too, and the votes on it. */
export function RunDetails({ deploymentId, run, onMakeCase }: RunDetailsProps) {
  const api = useApi()
  const { left, beginning, isRead } = useRunStates(deploymentId, run)
  const votes = useRunVotes(deploymentId, run, left.data?.states.at(-1))
  const isGone = useRunIsGone()
  const feedback = useQuery({ ...runFeedbackQuery(api, deploymentId, run), enabled: !isGone })
  // One that was at work when it went does not go on.
  const shown: Run = isGone && isActive(run) ? { ...run, status: 'interrupted' } : run
  const states = left.data?.states ?? nothingLeft
  const before = beginning?.isKnown ? beginning.state : null
  const entries = useMemo(
    () =>
      [...(before ? [before] : []), ...states].flatMap((state) => entryOf(state) ?? []).reverse(),
    [states, before],
  )
  const steps = stepsOfRun(entries, shown, shown !== run).flatMap(
    (step) => timelineStep(step) ?? [],
  )
  const ran = new Set(steps.map(({ name }) => name))
  const isDrawn = useRef(false)
  isDrawn.current ||= isRead && votes.isRead
  // What stands below would be pushed down by what is read late.
  if (!isDrawn.current) return <Skeleton label="Loading what the run did" lines={8} />
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,330px)] print:grid-cols-[minmax(0,1fr)]">
      <div className="grid min-w-0 gap-5">
        <Card>
          <CardHeader
            title="Conversation"
            actions={
              <span className="text-ink-2">
                <PlaceInThread deploymentId={deploymentId} run={run} />
              </span>
            }
          />
          <Loaded of="the conversation" read={left}>
            <RunConversation
              deploymentId={deploymentId}
              run={shown}
              states={states}
              votes={votes}
              isLive={isActive(shown) || left.isPlaceholderData}
              beginning={beginning}
              rest={left.data?.rest ?? null}
            />
          </Loaded>
          <VerdictBar deploymentId={deploymentId} run={run} onMakeCase={onMakeCase} />
        </Card>
        <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
          <Card>
            <CardHeader title="Steps" />
            <CardBody>
              <Loaded of="the steps" read={left}>
                {steps.length > 0 ? (
                  <StepTimeline label="Steps of the run" steps={steps} />
                ) : (
                  <Nothing>{noSteps(shown, states.length > 0)}</Nothing>
                )}
              </Loaded>
            </CardBody>
          </Card>
          {run.assistant_id && (
            <Card className="print:hidden">
              <CardHeader
                title="Graph"
                actions={ran.size > 0 && <span className="text-ink-2">{ranWords(ran.size)}</span>}
              />
              <RunGraph
                deploymentId={deploymentId}
                assistantId={run.assistant_id}
                active={steps.filter(({ endMs }) => endMs === null).map(({ name }) => name)}
                visited={steps
                  .filter(({ endMs, isCut }) => endMs !== null && !isCut)
                  .map(({ name }) => name)}
                failed={steps.filter(({ hasFailed }) => hasFailed).map(({ name }) => name)}
                className="h-[260px] min-h-[260px]"
                mostHeight={460}
              />
            </Card>
          )}
        </div>
        <Later>
          <RunLogs deploymentId={deploymentId} run={run} />
        </Later>
      </div>
      <div className="grid min-w-0 gap-5">
        <Later>
          <Section title="Details">
            <RunFacts deploymentId={deploymentId} run={run} />
          </Section>
          <RunJson deploymentId={deploymentId} run={run} last={states.at(-1)} />
          <Section title="Feedback">
            <Loaded of="the feedback" read={feedback}>
              {feedback.data?.length ? (
                <RunVotes votes={feedback.data} />
              ) : (
                <Nothing>Nobody has rated this run.</Nothing>
              )}
            </Loaded>
          </Section>
        </Later>
      </div>
    </div>
  )
}

const ranWords = (count: number) => `${count} ${count === 1 ? 'node' : 'nodes'} ran`

function noSteps(run: Run, hasStates: boolean): string {
  if (isActive(run)) return 'No step has begun.'
  // A server describes old states by the graph that used the thread last.
  return hasStates
    ? 'The thread’s history no longer tells its steps: another graph has used the thread since.'
    : 'No step was completed.'
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>{children}</CardBody>
    </Card>
  )
}

function Nothing({ children }: { children: string }) {
  return <p className="text-ink-2">{children}</p>
}

type LoadedProps = {
  of: string
  read: { data: unknown; error: Error | null }
  children: ReactNode
}

function Loaded({ of: what, read, children }: LoadedProps) {
  const isGone = useRunIsGone()
  if (read.data !== undefined) return children
  if (read.error)
    return <p className="break-words text-bad">{`Reading ${what} failed: ${read.error.message}`}</p>
  if (isGone) return <Nothing>It was not read before the run was gone.</Nothing>
  return <Skeleton label={`Loading ${what}`} lines={2} />
}
