import { Graph, layout } from '@dagrejs/dagre'
import { type DrawnGraph, groupOf, nodeName } from './graph-shape.ts'

export interface PlacedNode {
  id: string
  /** Of its upper left corner. */
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedEdge {
  id: string
  source: string
  target: string
  /** From the one to the other, around what is between. */
  points: { x: number; y: number }[]
  label: string | null
  isConditional: boolean
}

export interface PlacedGraph {
  nodes: PlacedNode[]
  /** Subgraphs, the outer before the inner. */
  groups: PlacedNode[]
  edges: PlacedEdge[]
}

const characterWidth = 7.4
const padding = 36
const height = 36
/** How far a way from a node to itself goes to the side. */
const loopWidth = 28

/** Places a graph from top to bottom; pixels. */
export function layoutGraph(graph: DrawnGraph): PlacedGraph {
  const dag = new Graph({ compound: true, multigraph: true })
  dag.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 32, marginx: 8, marginy: 8 })
  dag.setDefaultEdgeLabel(() => ({}))
  const known = new Set(graph.nodes.map(({ id }) => id))
  const groups = groupsOf(graph)
  for (const group of groups) dag.setNode(group, {})
  for (const { id } of graph.nodes) {
    const isEnd = /(^|:)__(start|end)__$/.test(id)
    dag.setNode(id, {
      width: Math.max(isEnd ? 56 : 92, nodeName(id).length * characterWidth + padding),
      height: isEnd ? 26 : height,
    })
  }
  for (const id of [...groups, ...known]) {
    const group = groupOf(id)
    if (group !== null) dag.setParent(id, group)
  }
  const edges = graph.edges.filter(({ source, target }) => known.has(source) && known.has(target))
  for (const [index, edge] of edges.entries()) {
    const label = labelOf(edge)
    const width = label ? label.length * characterWidth : 0
    dag.setEdge(
      edge.source,
      edge.target,
      { width, height: label ? 16 : 0, labelpos: 'c' },
      String(index),
    )
  }
  layout(dag)
  const placed = (id: string): PlacedNode => {
    const { x = 0, y = 0, width = 0, height: high = 0 } = dag.node(id) as Partial<PlacedNode>
    return { id, x: x - width / 2, y: y - high / 2, width, height: high }
  }
  return {
    nodes: graph.nodes.map(({ id }) => placed(id)),
    groups: groups.map(placed),
    edges: edges.map((edge, index) => ({
      id: String(index),
      source: edge.source,
      target: edge.target,
      points:
        edge.source === edge.target
          ? loopAt(placed(edge.source))
          : (dag.edge(edge.source, edge.target, String(index)).points ?? []),
      label: labelOf(edge),
      isConditional: edge.conditional === true,
    })),
  }
}

/** Out of the node's right side and back, where the layout keeps room: its own points for such a way cross the node. */
function loopAt({ x, y, width, height: high }: PlacedNode): PlacedEdge['points'] {
  const side = x + width
  const middle = y + high / 2
  return [
    { x: side, y: middle - high / 4 },
    { x: side + loopWidth, y: middle - high / 2 },
    { x: side + loopWidth, y: middle + high / 2 },
    { x: side, y: middle + high / 4 },
  ]
}

/** Every subgraph that has a node, the outer before the inner. */
function groupsOf(graph: DrawnGraph): string[] {
  const groups = new Set<string>()
  for (const { id } of graph.nodes) {
    for (let group = groupOf(id); group !== null; group = groupOf(group)) groups.add(group)
  }
  return [...groups].sort((a, b) => a.split(':').length - b.split(':').length)
}

/** A branch that is called as what it leads to says nothing new. */
function labelOf({ data, target }: DrawnGraph['edges'][number]): string | null {
  return data && data !== nodeName(target) && data !== target ? data : null
}
