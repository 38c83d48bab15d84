import type { Enclose, Isolation } from '../../isolation/isolation.ts'
import type { FoundNode } from './build/find-node.ts'

/** What keeps the code that a build runs apart from the server. */
export interface BuildEnclosure {
  /** Gives what the server has put into the build so far to who builds. */
  handOver(): Promise<void>
  enclose: Enclose
}

/**
 * How the project's own code runs while it is installed and built; null where nothing keeps it apart. `python` is the
 * interpreter that its environment is made from, absolute; null where it needs none of this machine's.
 */
export function enclosureOf(
  order: { tools: { isolation: Isolation }; deployment: { id: string } },
  root: string,
  node: FoundNode,
  python: string | null = null,
): BuildEnclosure | null {
  const { isolation } = order.tools
  if (isolation.kind === 'none') return null
  const project = { deploymentId: order.deployment.id, root, python, node: node.file }
  return {
    handOver: () => isolation.prepareBuild(project),
    enclose: (program) => isolation.enclose({ ...program, project, isBuild: true, memoryMb: null }),
  }
}
