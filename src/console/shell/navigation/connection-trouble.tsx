import type { Connection } from '../../../contract/gateway/connections.ts'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { probeLook } from '../../objects/probe-look.ts'

/** Beside a connection's name: that nobody can work with its server, as the last test found; else nothing. */
export function ConnectionTrouble({ connection }: { connection: Connection }) {
  const { tone, words } = probeLook(connection)
  if (tone !== 'bad') return null
  return (
    <StatusPill tone={tone} isCompact>
      {words}
    </StatusPill>
  )
}
