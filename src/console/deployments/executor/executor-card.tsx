import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import type { PollInterval } from '../../../client/polling.ts'
import { type Executor, getExecutor } from '../../../contract/agent-server/executor.ts'
import { canDraw } from '../../../ui/can-draw.ts'
import { Duration } from '../../../ui/format/duration.tsx'
import { formatClockTime } from '../../../ui/format/format-time.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { StatusPill, type Tone } from '../../../ui/page/status-pill.tsx'
import { WhenNear } from '../../../ui/page/when-near.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { query, useApi } from '../../api.tsx'
import { LastChecked } from '../../lists/last-checked.tsx'
import { DocLink } from '../../objects/docs/doc-link.tsx'
import { type ExecutorFigure, executorFigures, figureInWords, nowText } from './executor-figures.ts'

const TimeChart = lazyPart(() =>
  import('../../../ui/graph/time-chart.tsx').then((code) => code.TimeChart),
)

/**
 * How the process that runs the graphs is doing, drawn over the last minutes. Nothing is shown where the
 * server does not tell.
 */
export function ExecutorCard({ deploymentId }: { deploymentId: string }) {
  const read = useQuery({
    ...query(useApi().agent(deploymentId), getExecutor),
    refetchInterval: ({ state }) => executorInterval(state.data),
    retry: (failures, error) => failures < 2 && !isUntold(error),
  })
  const { data, error } = read
  if (!data && isUntold(error)) return null
  return (
    <Card>
      <CardHeader
        title="Process"
        detail={data && <Standing executor={data} />}
        actions={(data || error) && <LastChecked read={read} everyMs={executorInterval(data)} />}
      />
      {data?.not_separated?.map((sentence) => (
        <p key={sentence} className="border-line border-b px-4 py-3 text-ink-2 text-sm">
          {sentence}{' '}
          <DocLink page="operators-guide" section="what-keeps-agents-apart">
            How isolation works
          </DocLink>
        </p>
      ))}
      {data ? (
        <Charts executor={data} />
      ) : (
        <CardBody>
          <div className="min-h-[132px]">
            {error ? (
              <p className="text-ink-2">It could not be asked: {error.message}</p>
            ) : (
              <Skeleton label="Loading the measures" lines={4} />
            )}
          </div>
        </CardBody>
      )}
    </Card>
  )
}

/** Read again while runs work or wait, or the process is not well; an idle one changes nothing. */
function executorInterval(executor: Executor | undefined): PollInterval {
  if (!executor) return false
  const newest = executor.samples.at(-1)
  const isWorking = newest ? newest.active_runs + newest.queued_runs > 0 : false
  const isUnwell = executor.state !== 'up' && executor.state !== 'none'
  return (isWorking || isUnwell) && executor.sample_every_ms
}

/** The server is another one, which has no such measures. */
function isUntold(error: Error | null): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0)
}

const standings: Record<string, { tone: Tone; words: string }> = {
  up: { tone: 'ok', words: 'Up' },
  restarting: { tone: 'run', words: 'Restarting' },
  down: { tone: 'bad', words: 'Down' },
  not_answering: { tone: 'bad', words: 'Not answering' },
  none: { tone: 'idle', words: 'None' },
}

function Standing({ executor }: { executor: Executor }) {
  const { tone, words } = standings[executor.state] ?? { tone: 'idle', words: executor.state }
  const restarts = executor.samples.at(-1)?.restarts ?? 0
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusPill tone={tone}>{words}</StatusPill>
      {executor.state !== 'none' && (
        <span>
          {executor.started_at && (
            <>
              for <Duration start={executor.started_at} />
              {' · '}
            </>
          )}
          {restarts === 0 ? 'no restart' : restarts === 1 ? '1 restart' : `${restarts} restarts`}
        </span>
      )}
    </span>
  )
}

function Charts({ executor }: { executor: Executor }) {
  const { samples } = executor
  if (samples.length === 0) {
    return (
      <CardBody>
        <p className="text-ink-2">
          {executor.state === 'none'
            ? 'No revision serves, so there is no process to measure.'
            : 'Nothing was measured yet.'}
        </p>
      </CardBody>
    )
  }
  const figures = executorFigures(executor)
  const times = samples.map(({ at }) => Date.parse(at))
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 p-4 min-[600px]:grid-cols-2 min-[1100px]:grid-cols-4">
        {figures.map((figure) => (
          <figure key={figure.id} className="m-0 min-w-0">
            <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-2">
              <span className="text-ink-2 text-sm">{figure.title}</span>
              <span className="font-strong tabular-nums">{nowText(figure)}</span>
            </figcaption>
            <WhenNear className="h-24">
              {canDraw() && (
                <TimeChart
                  label={figureInWords(figure)}
                  times={times}
                  lines={figure.lines.map(({ values }) => values)}
                  limit={figure.limit}
                  least={figure.least}
                  format={figure.format}
                />
              )}
            </WhenNear>
          </figure>
        ))}
      </div>
      <Samples executor={executor} figures={figures} />
    </>
  )
}

/** The charts for those who read; drawn only while it is open. */
function Samples({ executor, figures }: { executor: Executor; figures: ExecutorFigure[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const { samples } = executor
  const columns = figures.flatMap(({ title, lines, format }) =>
    lines.map(({ name, values }) => ({
      title: lines.length > 1 ? `${title}, ${name}` : title,
      texts: values.map((value) => (value === null ? '–' : format(value))),
    })),
  )
  const newestFirst = samples.map((_, index) => samples.length - 1 - index)
  return (
    <details
      className="border-t px-4 py-2 text-sm"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="w-max cursor-pointer rounded-sm text-ink-2">As a table</summary>
      {isOpen && (
        <section
          aria-label="Measures of the process"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
          tabIndex={0}
          className="mt-2 max-h-72 overflow-y-auto focus-visible:-outline-offset-2"
        >
          <Table label="Measures of the process, newest first">
            <thead>
              <Tr>
                <Th>Time</Th>
                {columns.map(({ title }) => (
                  <Th key={title}>{title}</Th>
                ))}
                <Th>Restarts</Th>
              </Tr>
            </thead>
            <tbody>
              {newestFirst.map((index) => (
                <Tr key={samples[index]?.at}>
                  <Td className="whitespace-nowrap tabular-nums">
                    {formatClockTime(Date.parse(samples[index]?.at ?? ''))}
                  </Td>
                  {columns.map(({ title, texts }) => (
                    <Td key={title} className="whitespace-nowrap tabular-nums">
                      {texts[index]}
                    </Td>
                  ))}
                  <Td className="tabular-nums">{samples[index]?.restarts}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </details>
  )
}
