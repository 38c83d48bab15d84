/** A graph to draw, in the shape in which agent servers tell it. */
export interface DrawnGraph {
  nodes: readonly {
    /** `subgraph:node` for a node of a subgraph; `__start__` and `__end__` are the ends. */
    id: string
    metadata?: Record<string, unknown> | null | undefined
  }[]
  edges: readonly {
    source: string
    target: string
    /** What the branch is called. */
    data?: string | null | undefined
    conditional?: boolean | null | undefined
  }[]
}

/** Where runs are to pause beside where the graph itself says, by the name of the node. */
export type DrawnBreakpoints = Readonly<Record<string, 'before' | 'after'>>

/** A node's own name: without the subgraphs that it is in. */
export function nodeName(id: string): string {
  const name = id.slice(id.lastIndexOf(':') + 1)
  if (name === '__start__') return 'start'
  return name === '__end__' ? 'end' : name
}

/** The subgraph that a node is in, by its whole path, or null. */
export function groupOf(id: string): string | null {
  const end = id.lastIndexOf(':')
  return end < 0 ? null : id.slice(0, end)
}

/** Where runs pause at a node, in words, or null. */
export function pauseOf(node: DrawnGraph['nodes'][number]): string | null {
  const pause = node.metadata?.__interrupt
  return typeof pause === 'string' ? `pauses ${pause.replace(',', ' and ')}` : null
}

/** Every node with where it leads: “agent: to tools if “continue”, or to end”. For those who read. */
export function graphInWords(graph: DrawnGraph): { id: string; words: string }[] {
  return graph.nodes.map((node) => {
    const ways = graph.edges
      .filter(({ source }) => source === node.id)
      .map(({ target, data, conditional }) => {
        const label = data && data !== nodeName(target) ? ` (${data})` : ''
        return `${conditional ? 'maybe to' : 'to'} ${nodeName(target)}${label}`
      })
    const parts = [pauseOf(node), ways.join(', ') || 'leads nowhere'].filter(Boolean)
    return { id: node.id, words: `${nodeName(node.id)}: ${parts.join('; ')}` }
  })
}
