import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { listFeedback } from '../../contract/tracing/feedback.ts'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { Later } from '../../ui/page/later.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StepTimeline } from '../../ui/page/step-timeline.tsx'
import { query, useApi } from '../api.tsx'
import { RunGraph } from '../objects/run-graph.tsx'
import { endReason } from '../objects/run-status.tsx'
import { RunFacts } from './run-facts.tsx'
import { runStatesQuery } from './run-states.ts'
import { stepsOfRun } from './run-steps.ts'
import { RunVotes } from './run-votes.tsx'

/** What a run was given, what it did and what it left, with the votes on it. */
export function RunDetails({ deploymentId, run }: { deploymentId: string; run: Run }) {
  const api = useApi()
  const left = useQuery(runStatesQuery(api.agent(deploymentId), run))
  const feedback = useQuery(query(api.tracing, listFeedback, { query: { run: run.run_id } }))
  const endedAt = isActive(run) ? null : (run.ended_at ?? run.updated_at)
  const states = left.data?.states ?? []
  const steps = stepsOfRun(states, endedAt, endReason(run) !== null)
  const output = states.at(-1)?.values
  const { input, command, ...options } = run.kwargs ?? {}
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)] print:grid-cols-[minmax(0,1fr)]">
      <div className="grid min-w-0 gap-5">
        <Section title="Steps">
          <Loaded of="the steps" read={left}>
            {steps.length > 0 ? (
              <StepTimeline label="Steps of the run" steps={steps} />
            ) : (
              <Nothing>{noSteps(run, states.length > 0)}</Nothing>
            )}
          </Loaded>
        </Section>
        {run.assistant_id && (
          <Card className="print:hidden">
            <CardHeader title="Graph" />
            <RunGraph
              deploymentId={deploymentId}
              assistantId={run.assistant_id}
              active={steps.filter(({ endMs }) => endMs === null).map(({ name }) => name)}
              visited={steps
                .filter(({ endMs, isCut }) => endMs !== null && !isCut)
                .map(({ name }) => name)}
              failed={steps.filter(({ hasFailed }) => hasFailed).map(({ name }) => name)}
              className="h-[320px]"
            />
          </Card>
        )}
        <Later>
          {command ? (
            <Section title="Command">
              <JsonView value={command} label="run command" openDepth={4} />
            </Section>
          ) : (
            <Section title="Input">
              <JsonView value={input ?? null} label="run input" openDepth={4} />
            </Section>
          )}
          <Section title={outputTitle(run)}>
            <Loaded of="the output" read={left}>
              {output === undefined ? (
                <Nothing>This run has left no state.</Nothing>
              ) : (
                <JsonView value={output} label="run output" openDepth={2} />
              )}
            </Loaded>
          </Section>
        </Later>
      </div>
      <div className="grid min-w-0 gap-5">
        <Later>
          <Section title="Details">
            <RunFacts deploymentId={deploymentId} run={run} />
          </Section>
          <Section title="Feedback">
            <Loaded of="the feedback" read={feedback}>
              {feedback.data?.length ? (
                <RunVotes votes={feedback.data} />
              ) : (
                <Nothing>Nobody has rated this run.</Nothing>
              )}
            </Loaded>
          </Section>
          <Section title="Options">
            <JsonView value={options} label="run options" openDepth={1} />
          </Section>
          <Section title="Raw JSON">
            <JsonView value={run} label="run" openDepth={0} />
          </Section>
        </Later>
      </div>
    </div>
  )
}

function noSteps(run: Run, hasStates: boolean): string {
  if (isActive(run)) return 'No step has begun.'
  // A server describes old states by the graph that used the thread last.
  return hasStates
    ? 'The thread’s history no longer tells its steps: another graph has used the thread since.'
    : 'No step was completed.'
}

function outputTitle(run: Run): string {
  if (isActive(run)) return 'State so far'
  return run.status === 'success' ? 'Output' : 'State it left'
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
  if (read.data !== undefined) return children
  if (read.error)
    return <p className="break-words text-bad">{`Reading ${what} failed: ${read.error.message}`}</p>
  return <Skeleton label={`Loading ${what}`} lines={2} />
}
