import type { Told } from './recorded-event.ts'

type Status = 'started' | 'completed' | 'failed' | 'interrupted'

/** A place in a running graph, as `agent.getTree` answers it. */
export interface TreeNode {
  namespace: readonly string[]
  status: string
  graph_name: string
  children?: TreeNode[]
}

interface Node {
  namespace: readonly string[]
  status: Status
}

/**
 * The beginnings and ends of the steps that tell something of their own. A step is known by its namespace,
 * `<name>:<task id>` below that of its graph.
 */
export class NodeLifecycles {
  readonly #nodes = new Map<string, Node>();

  /** Something comes from there: it and all that it is within have begun. */
  *reach(namespace: readonly string[]): Generator<Told> {
    for (let depth = 1; depth <= namespace.length; depth += 1) {
      const at = namespace.slice(0, depth)
      const key = at.join('|')
      if (this.#nodes.has(key)) continue
      const node = { namespace: at, status: 'started' as const }
      this.#nodes.set(key, node)
      yield lifecycle(node)
    }
  }

  /** A step is over, with all that was within. */
  *end(namespace: readonly string[], status: Exclude<Status, 'started'>): Generator<Told> {
    const key = namespace.join('|')
    const open = [...this.#nodes].filter(
      ([other, node]) =>
        node.status === 'started' && (key === '' || other === key || other.startsWith(`${key}|`)),
    )
    // What is within goes first.
    for (const [, node] of open.reverse().sort(([, a], [, b]) => deeperFirst(a, b))) {
      node.status = status
      yield lifecycle(node)
    }
  }

  /** The open steps of that name in a graph. */
  *endNamed(graph: readonly string[], name: string): Generator<Told> {
    for (const { namespace } of this.#openIn(graph)) {
      if (nameOf(namespace) === name) yield* this.end(namespace, 'completed')
    }
  }

  /** All open steps of a graph. */
  *endStep(graph: readonly string[], isOver: (namespace: readonly string[]) => boolean) {
    for (const { namespace } of this.#openIn(graph)) {
      if (isOver(namespace)) yield* this.end(namespace, 'completed')
    }
  }

  /** Nothing is known of the steps any more: the run begins again. */
  forget(): void {
    this.#nodes.clear()
  }

  tree(root: Omit<TreeNode, 'children' | 'namespace'>): TreeNode {
    const childrenOf = (parent: readonly string[]): TreeNode[] =>
      [...this.#nodes.values()]
        .filter((node) => isIn(parent, node.namespace))
        .map(({ namespace, status }) => {
          const children = childrenOf(namespace)
          const own = { namespace, status, graph_name: nameOf(namespace) }
          return children.length > 0 ? { ...own, children } : own
        })
    return { namespace: [], ...root, children: childrenOf([]) }
  }

  #openIn(graph: readonly string[]): Node[] {
    return [...this.#nodes.values()].filter(
      ({ namespace, status }) => status === 'started' && isIn(graph, namespace),
    )
  }
}

function deeperFirst(a: Node, b: Node): number {
  return b.namespace.length - a.namespace.length
}

function isIn(graph: readonly string[], namespace: readonly string[]): boolean {
  return (
    namespace.length === graph.length + 1 && graph.every((part, place) => namespace[place] === part)
  )
}

/** The name of the step that a namespace ends with. */
export function nameOf(namespace: readonly string[]): string {
  return namespace.at(-1)?.split(':')[0] ?? ''
}

function lifecycle({ namespace, status }: Node): Told {
  const data = JSON.stringify({ event: status, graph_name: nameOf(namespace) })
  return { method: 'lifecycle', namespace, data }
}
