import { useQuery } from '@tanstack/react-query'
import { getAssistantGraph } from '../../contract/agent-server/graphs.ts'
import { cx } from '../../ui/cx.ts'
import { GraphDrawing } from '../../ui/graph/graph-drawing.tsx'
import type { DrawnBreakpoints } from '../../ui/graph/graph-shape.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, useApi } from '../api.tsx'

/** A node with the way to the next one, in px. */
const nodeRoom = 66

type RunGraphProps = {
  deploymentId: string
  assistantId: string
  /** Nodes at which the run is now. */
  active: readonly string[]
  /** Nodes that it has been at. */
  visited: readonly string[]
  /** Nodes that failed. */
  failed: readonly string[]
  /** Where the next runs pause. */
  breakpoints?: DrawnBreakpoints | undefined
  /** A node was pressed. */
  onNode?: ((name: string) => void) | undefined
  /** How high the drawing is. */
  className: string
  /** Where there is room it is as high as its nodes need to be read, up to so many px. */
  mostHeight?: number
}

/** The graph that a run goes through, with the nodes lit at which it is. */
export function RunGraph({
  deploymentId,
  assistantId,
  active,
  visited,
  failed,
  breakpoints,
  onNode,
  className,
  mostHeight,
}: RunGraphProps) {
  const { data, error } = useQuery({
    ...query(useApi().agent(deploymentId), getAssistantGraph, {
      params: { assistant_id: assistantId },
      query: { xray: true },
    }),
    staleTime: 60_000,
  })
  if (data) {
    return (
      <GraphDrawing
        graph={data}
        label="Graph of the run"
        active={new Set(active)}
        visited={new Set(visited)}
        failed={new Set(failed)}
        {...(breakpoints && { breakpoints })}
        {...(onNode && { onNode })}
        className={className}
        height={mostHeight && Math.min(mostHeight, data.nodes.length * nodeRoom)}
      />
    )
  }
  return (
    <div className={cx('px-4 py-3', className)}>
      {error ? (
        <p className="text-ink-2">It could not be drawn: {error.message}</p>
      ) : (
        <Skeleton label="Loading the graph" lines={4} />
      )}
    </div>
  )
}
