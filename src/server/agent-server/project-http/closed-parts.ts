import type { ProjectHttp } from '../../cluster/project-http.ts'

const parts: [ProjectHttp['closed'][number], RegExp][] = [
  ['runs', /^\/(runs|threads\/[^/]+\/(runs|stream))(\/|$)/],
  ['threads', /^\/threads(\/|$)/],
  ['assistants', /^\/assistants(\/|$)/],
  ['store', /^\/store(\/|$)/],
  ['meta', /^\/(ok|info|metrics|docs|openapi\.json)$/],
  ['mcp', /^\/mcp(\/|$)/],
  ['ui', /^\/ui(\/|$)/],
  ['a2a', /^\/(a2a(\/|$)|\.well-known\/agent-card\.json$)/],
]
/** What a part does by another one is closed with it. */
const needed: ProjectHttp['closed'] = ['assistants', 'threads', 'runs']
const needs: Partial<Record<ProjectHttp['closed'][number], ProjectHttp['closed']>> = {
  mcp: needed,
  a2a: needed,
}

/** Whether a project has closed the part of the agent server that an address is of; crons are runs. */
export function isClosed({ closed }: Pick<ProjectHttp, 'closed'>, path: string): boolean {
  const part = parts.find(([, shape]) => shape.test(path))?.[0]
  if (part === undefined) return false
  return [part, ...(needs[part] ?? [])].some((one) => closed.includes(one))
}
