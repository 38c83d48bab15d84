import {
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import './graph-view.css'
import { useEffect, useMemo, useRef } from 'react'
import { cx } from '../cx.ts'
import {
  type DrawnBreakpoints,
  type DrawnGraph,
  groupOf,
  nodeName,
  pauseOf,
} from './graph-shape.ts'
import { layoutGraph, type PlacedGraph } from './layout-graph.ts'

export type GraphViewProps = {
  graph: DrawnGraph
  label: string
  /** Nodes at which a run is now. */
  active?: ReadonlySet<string> | undefined
  /** Nodes that the run has been at. */
  visited?: ReadonlySet<string> | undefined
  /** Nodes at which it failed. */
  failed?: ReadonlySet<string> | undefined
  breakpoints?: DrawnBreakpoints | undefined
  onNode?: ((name: string) => void) | undefined
}

type NodeData = {
  name: string
  pause: string | null
  isActive: boolean
  isVisited: boolean
  hasFailed: boolean
  breakpoint: 'before' | 'after' | null
  onPress: (() => void) | null
}
type EdgeData = { path: string; label: string | null; at: { x: number; y: number } }

const nodeTypes = { step: StepNode, end: EndNode, group: GroupNode }
const edgeTypes = { way: WayEdge }

/** A graph as boxes and arrows that can be moved and zoomed. Load it late: it is heavy. */
export function GraphView(props: GraphViewProps) {
  const { graph, label } = props
  const placed = useMemo(() => layoutGraph(graph), [graph])
  const nodes = nodesOf(placed, props)
  const edges = useMemo(() => edgesOf(placed), [placed])
  return (
    <ReactFlow
      aria-label={label}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      fitView
      fitViewOptions={fit}
      minZoom={0.1}
      maxZoom={2}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      // The page scrolls by the wheel; with a command key the drawing zooms.
      zoomOnScroll={false}
      preventScrolling={false}
      zoomActivationKeyCode={['Meta', 'Control']}
      proOptions={{ hideAttribution: true }}
    >
      <Controls showInteractive={false} />
      <FitAgain />
    </ReactFlow>
  )
}

const fit = { padding: 0.1, maxZoom: 1.1 }

/** A drawing whose room became wider or narrower is put into the middle of it again. */
function FitAgain() {
  const { fitView } = useReactFlow()
  const width = useStore((state) => state.width)
  const known = useRef(width)
  useEffect(() => {
    if (known.current !== 0 && known.current !== width) void fitView(fit)
    known.current = width
  }, [width, fitView])
  return null
}

function nodesOf(placed: PlacedGraph, props: GraphViewProps): Node<NodeData>[] {
  const { graph, active, visited, failed, breakpoints, onNode } = props
  // Those in subgraphs have no names of their own for whoever starts a run.
  const pausing = (id: string) => ({
    breakpoint: (groupOf(id) === null && breakpoints?.[nodeName(id)]) || null,
    onPress: onNode && groupOf(id) === null ? () => onNode(nodeName(id)) : null,
  })
  const shared = (id: string, { x, y, width, height }: PlacedGraph['nodes'][number]) => ({
    id,
    position: { x, y },
    width,
    height,
  })
  const groups = placed.groups.map((group) => ({
    ...shared(`group ${group.id}`, group),
    type: 'group',
    zIndex: -1,
    // Whoever does not look inside knows a subgraph as one node.
    data: {
      name: nodeName(group.id),
      pause: null,
      isActive: active?.has(group.id) ?? false,
      isVisited: visited?.has(group.id) ?? false,
      hasFailed: failed?.has(group.id) ?? false,
      ...pausing(group.id),
    },
  }))
  const steps = placed.nodes.map((place, index) => {
    const node = graph.nodes[index]
    // A run that is in a subgraph names the subgraph where nobody looks inside.
    const group = groupOf(place.id)
    const isIn = (ids: ReadonlySet<string> | undefined) =>
      Boolean(ids?.has(place.id) || (group === null && ids?.has(nodeName(place.id))))
    return {
      ...shared(place.id, place),
      type: /(^|:)__(start|end)__$/.test(place.id) ? 'end' : 'step',
      data: {
        name: nodeName(place.id),
        pause: node ? pauseOf(node) : null,
        isActive: isIn(active),
        isVisited: isIn(visited),
        hasFailed: isIn(failed),
        ...pausing(place.id),
      },
    }
  })
  return [...groups, ...steps]
}

function edgesOf(placed: PlacedGraph): Edge<EdgeData>[] {
  return placed.edges.map(({ id, source, target, points, label, isConditional }) => ({
    id,
    source,
    target,
    type: 'way',
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--ink-3)', width: 16, height: 16 },
    data: {
      path: curve(points),
      label,
      at: points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 },
    },
    ...(isConditional && { style: { strokeDasharray: '5 4' } }),
  }))
}

/** A smooth line through points. */
function curve(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  const turns = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last
    return `Q ${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  return `M ${first.x} ${first.y} ${turns.join(' ')} L ${last.x} ${last.y}`
}

function StepNode({ data }: NodeProps<Node<NodeData>>) {
  return (
    <div
      className={cx(
        'flex size-full flex-col items-center justify-center rounded-md border bg-raised px-2 text-ink',
        data.isActive ? 'border-run bg-run-soft ring-3 ring-run/30' : restingBorder(data),
      )}
    >
      <Ends />
      <span className="mono max-w-full truncate">{data.name}</span>
      <Below data={data} />
      {data.isActive && <span className="sr-only">, running</span>}
      <PressArea data={data} className="inset-0 rounded-md" />
    </div>
  )
}

function Below({ data }: { data: NodeData }) {
  if (data.breakpoint) {
    return (
      <span className="whitespace-nowrap text-accent text-xs leading-3">
        pause {data.breakpoint}
      </span>
    )
  }
  if (data.hasFailed && !data.isActive) {
    return <span className="text-bad text-xs leading-3">failed</span>
  }
  return data.pause && <span className="text-warn text-xs leading-3">{data.pause}</span>
}

const next = {
  none: 'pause before it',
  before: 'pause after it',
  after: 'no longer pause',
} as const

/** Lies over what can be pressed. The drawing is not moved from there. */
function PressArea({ data, className }: { data: NodeData; className: string }) {
  if (!data.onPress) return null
  const now = data.breakpoint ? `, pauses ${data.breakpoint} it` : ''
  return (
    <button
      type="button"
      aria-label={`${data.name}${now}: ${next[data.breakpoint ?? 'none']}`}
      title={`Press to ${next[data.breakpoint ?? 'none']}`}
      onClick={data.onPress}
      className={cx(
        'nodrag nopan pointer-events-auto absolute cursor-pointer hover:ring-2 hover:ring-accent/40',
        data.breakpoint && 'ring-2 ring-accent',
        className,
      )}
    />
  )
}

function restingBorder({ hasFailed, isVisited }: NodeData): string {
  if (hasFailed) return 'border-bad'
  return isVisited ? 'border-ok' : 'border-line-strong'
}

function EndNode({ data }: NodeProps<Node<NodeData>>) {
  return (
    <div className="flex size-full items-center justify-center rounded-full border bg-sunken text-ink-2 text-sm">
      <Ends />
      {data.name}
    </div>
  )
}

function GroupNode({ data }: NodeProps<Node<NodeData>>) {
  return (
    <div
      className={cx(
        'size-full rounded-lg border border-dashed bg-bg/60',
        data.isActive ? 'border-run' : restingBorder(data),
      )}
    >
      <span className={cx('mono absolute top-1 left-2', data.isActive ? 'text-run' : 'text-ink-3')}>
        {data.name}
        {data.isActive && <span className="sr-only">, running</span>}
        {data.hasFailed && !data.isActive && <span className="text-bad"> failed</span>}
        {data.breakpoint && <span className="text-accent"> pause {data.breakpoint}</span>}
        <PressArea data={data} className="-inset-0.5 rounded-sm" />
      </span>
    </div>
  )
}

/** The drawing library asks for them; the lines are ours. */
function Ends() {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className="invisible" />
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={false}
        className="invisible"
      />
    </>
  )
}

function WayEdge({ id, data, markerEnd, style }: EdgeProps<Edge<EdgeData>>) {
  if (!data) return null
  return (
    <>
      <BaseEdge
        id={id}
        path={data.path}
        {...(markerEnd && { markerEnd })}
        style={{ stroke: 'var(--ink-3)', strokeWidth: 1.2, ...style }}
      />
      {data.label && (
        <EdgeLabelRenderer>
          <span
            className="mono pointer-events-none absolute rounded-sm bg-surface px-1 text-ink-2"
            style={{
              transform: `translate(-50%, -50%) translate(${data.at.x}px, ${data.at.y}px)`,
            }}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
