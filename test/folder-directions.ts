import { posix } from 'node:path'
import type { SourceFile } from './import-rules.ts'
import { importsOf } from './imports-of.ts'

/**
 * Folders that import from each other, types included, each pair as “a and b”: whoever reads one has to read the other
 * as well. A folder and what is within it are one place; what is imported later (`import()`) does not count.
 */
export function twoWayFolders(files: SourceFile[]): string[] {
  const ways = new Set<string>()
  for (const { path, source } of files) {
    const from = posix.dirname(path)
    for (const specifier of importsOf(path, source).static) {
      if (!specifier.startsWith('.')) continue
      const to = posix.dirname(posix.join(from, specifier))
      if (!isWithin(from, to) && !isWithin(to, from)) ways.add(`${from} and ${to}`)
    }
  }
  return [...ways].filter((way) => {
    const [from, to] = way.split(' and ') as [string, string]
    return from < to && ways.has(`${to} and ${from}`)
  })
}

function isWithin(folder: string, other: string): boolean {
  return `${folder}/`.startsWith(`${other}/`)
}

/** What is left of before: of each pair the shorter way is to go. None is to come. */
export const knownTwoWays: readonly string[] = [
  'src/chat/history and src/chat/session',
  'src/server/agent-server/assistants and src/server/agent-server/auth',
  'src/server/agent-server/assistants and src/server/agent-server/crons',
  'src/server/agent-server/assistants and src/server/agent-server/runs',
  'src/server/agent-server/assistants and src/server/agent-server/threads',
  'src/server/agent-server/auth and src/server/agent-server/crons',
  'src/server/agent-server/auth and src/server/agent-server/runs',
  'src/server/agent-server/auth and src/server/agent-server/threads',
  'src/server/agent-server/executors and src/server/agent-server/runs',
  'src/server/agent-server/graphs and src/server/agent-server/runs',
  'src/server/agent-server/runs and src/server/agent-server/streams',
  'src/server/agent-server/runs and src/server/agent-server/threads',
  'src/server/agent-server/runs and src/server/agent-server/traces',
  'src/server/agent-server/runs and src/server/agent-server/usage',
  'src/server/agent-server/runs and src/server/agent-server/webhooks',
  'src/server/agent-server/search and src/server/agent-server/threads',
  'src/server/control-plane/deployments and src/server/control-plane/previews',
  'src/server/control-plane/deployments and src/server/control-plane/revisions',
  'src/server/control-plane/deployments and src/server/control-plane/rollout',
  'src/server/control-plane/deployments and src/server/control-plane/rollout/build',
  'src/server/control-plane/previews and src/server/control-plane/revisions',
  'src/server/control-plane/revisions and src/server/control-plane/rollout',
  'src/server/control-plane/revisions and src/server/control-plane/rollout/build',
  'src/server/executor/project and src/server/executor/state',
  'src/server/gateway/oidc and src/server/gateway/operators',
  'src/server/operations and src/server/process',
  'src/server/operations/health and src/server/process',
  'src/ui/controls and src/ui/overlay',
]
