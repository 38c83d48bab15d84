import type { LogEntry, LogStream } from '../../../contract/control-plane/revisions.ts'
import type { UrlFilters } from '../../lists/url-filters.ts'

export type StreamChoice = LogStream | 'all'

const labels = {
  all: 'Every log',
  build: 'Build',
  deploy: 'Deploy',
  agent: 'Agent',
} satisfies Record<StreamChoice, string>

/**
 * What is chosen from of a revision's logs. Which lines are the agent's own some servers do not tell: there they are among
 * those of the rollout.
 */
export function revisionStreams(
  lines: readonly LogEntry[],
): readonly { value: StreamChoice; label: string }[] {
  const isTold = lines.length === 0 || lines.some(({ stream }) => stream)
  const values: StreamChoice[] = ['all', 'build', 'deploy', ...(isTold ? ['agent' as const] : [])]
  return values.map((value) => ({ value, label: labels[value] }))
}

/** The stream that the address asks for, of those there are. */
export function wantedStream(
  url: UrlFilters,
  streams: readonly { value: StreamChoice }[],
): StreamChoice {
  return streams.find(({ value }) => value === url.get('log'))?.value ?? 'all'
}
