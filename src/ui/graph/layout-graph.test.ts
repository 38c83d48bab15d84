import { expect, it } from 'vitest'
import { graphInWords } from './graph-shape.ts'
import { layoutGraph } from './layout-graph.ts'

const graph = {
  nodes: [
    { id: '__start__' },
    { id: 'agent' },
    { id: 'tools', metadata: { __interrupt: 'before' } },
    { id: 'research:plan' },
    { id: 'research:deep:read' },
    { id: '__end__' },
  ],
  edges: [
    { source: '__start__', target: 'agent' },
    { source: 'agent', target: 'tools', data: 'continue', conditional: true },
    { source: 'tools', target: 'agent' },
    { source: 'agent', target: 'research:plan', data: 'plan', conditional: true },
    { source: 'research:plan', target: 'research:deep:read' },
    { source: 'research:deep:read', target: '__end__' },
    { source: 'agent', target: 'gone' },
  ],
}

it('places every node without overlap, from top to bottom, cycles and all', () => {
  const { nodes, edges } = layoutGraph(graph)
  for (const a of nodes) {
    for (const b of nodes.filter((node) => node !== a)) {
      const isApart =
        a.x + a.width <= b.x ||
        b.x + b.width <= a.x ||
        a.y + a.height <= b.y ||
        b.y + b.height <= a.y
      expect(isApart, `${a.id} and ${b.id}`).toBe(true)
    }
  }
  const topOf = (id: string) => nodes.find((node) => node.id === id)?.y ?? Number.NaN
  expect(topOf('__start__')).toBeLessThan(topOf('agent'))
  expect(topOf('research:deep:read')).toBeLessThan(topOf('__end__'))
  expect(edges).toHaveLength(6)
  expect(edges.every(({ points }) => points.length > 1)).toBe(true)
  expect(edges.find(({ label }) => label)?.label).toBe('continue')
})

it('leads from a node to itself round its right side, and into nothing else', () => {
  const edges = [{ source: 'agent', target: 'agent', conditional: true }, ...graph.edges]
  const { nodes, edges: placed } = layoutGraph({ ...graph, edges })
  const agent = nodes.find(({ id }) => id === 'agent')
  const points = placed[0]?.points ?? []
  if (!agent) throw new Error('The node was not placed.')
  const side = agent.x + agent.width
  expect([points.at(0)?.x, points.at(-1)?.x]).toEqual([side, side])
  expect(Math.max(...points.map(({ x }) => x))).toBeGreaterThan(side + 20)
  for (const { x, y } of points.filter((point) => point.x > side)) {
    const met = nodes.filter(
      (node) => x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + node.height,
    )
    expect(met).toEqual([])
  }
})

it('draws a subgraph around its nodes, one inside the other', () => {
  const { groups, nodes } = layoutGraph(graph)
  const [outer, inner] = groups
  expect([outer?.id, inner?.id]).toEqual(['research', 'research:deep'])
  const read = nodes.find(({ id }) => id === 'research:deep:read')
  if (!outer || !inner || !read) throw new Error('Something was not placed.')
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
  expect(read.y).toBeGreaterThan(inner.y)
})

it('says in words where each node leads and where runs pause', () => {
  const words = graphInWords(graph).map((node) => node.words)
  expect(words).toContain('tools: pauses before; to agent')
  expect(words).toContain('agent: maybe to tools (continue), maybe to plan, to gone')
})
