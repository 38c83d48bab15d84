import { cx } from '../cx.ts'
import { lazyPart } from '../lazy-part.tsx'
import { type DrawnBreakpoints, type DrawnGraph, graphInWords } from './graph-shape.ts'

const GraphView = lazyPart(() => import('./graph-view.tsx').then((code) => code.GraphView))

type GraphDrawingProps = {
  graph: DrawnGraph
  /** What it is a drawing of: “graph of guide”. */
  label: string
  /** Nodes at which a run is now; they are lit. */
  active?: ReadonlySet<string>
  /** Nodes that the run has been at. */
  visited?: ReadonlySet<string>
  /** Nodes at which it failed. */
  failed?: ReadonlySet<string>
  /** Where somebody wants runs to pause, by the name of the node. */
  breakpoints?: DrawnBreakpoints
  /** A node of the graph itself, not of a subgraph, was pressed; absent: none can be. */
  onNode?: (name: string) => void
  /** How high the drawing is; 420 px when absent. */
  className?: string
  /** The same in px, where it follows from the graph. */
  height?: number | undefined
}

/**
 * A graph as a drawing, and the same in words for those who do not see it. What draws is loaded when the
 * part is first shown; the room for it is kept.
 */
export function GraphDrawing({
  graph,
  label,
  active,
  visited,
  failed,
  breakpoints,
  onNode,
  className,
  height,
}: GraphDrawingProps) {
  return (
    <figure aria-label={label} className="m-0 min-w-0">
      <div
        className={cx('overflow-hidden bg-surface print:hidden', className ?? 'h-[420px]')}
        {...(height && { style: { height } })}
      >
        <GraphView
          graph={graph}
          label={label}
          active={active}
          visited={visited}
          failed={failed}
          breakpoints={breakpoints}
          onNode={onNode}
        />
      </div>
      <figcaption>
        <details className="border-t px-4 py-2 text-sm">
          <summary className="w-max cursor-pointer rounded-sm text-ink-2">In words</summary>
          <ul className="mt-1 pl-3.5">
            {graphInWords(graph).map(({ id, words }) => (
              <li key={id} className={cx('mono py-0.5', active?.has(id) && 'text-run')}>
                {words}
                {active?.has(id) && ' (running)'}
                {failed?.has(id) && ' (failed)'}
              </li>
            ))}
          </ul>
        </details>
      </figcaption>
    </figure>
  )
}
