import { useSuspenseQuery } from '@tanstack/react-query'
import { includesRole } from '../../../contract/gateway/roles.ts'
import { getStackHealth } from '../../../contract/gateway/stack.ts'
import { Card, CardHeader } from '../../../ui/page/card.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { query, useApi } from '../../api.tsx'
import { LastChecked } from '../../lists/last-checked.tsx'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useSession } from '../../shell/use-session.ts'
import { whoMayAsk } from '../who-may-ask.ts'
import { ApiKeyCard } from './api-key-card.tsx'
import { DatabaseCard } from './database-card.tsx'
import { MachineCard } from './machine-card.tsx'
import { ProcessTable } from './process-table.tsx'
import { QueueCard } from './queue-card.tsx'
import { StackProblemNotes } from './stack-problem-notes.tsx'
import { stackProblems } from './stack-problems.ts'

export const handle = {
  useTitle: () => 'Stack',
  to: paths.stack,
  readAhead: async (client, api) => {
    if (await whoMayAsk(client, api, getStackHealth))
      await client.prefetchQuery(query(api.gateway, getStackHealth))
  },
} satisfies PageHandle

/** Its figures change without a change that is told. */
const everyMs = 5_000

/** How this console's own server is, and the stack that is a part of it. */
export function Component() {
  const read = useSuspenseQuery({
    ...query(useApi().gateway, getStackHealth),
    refetchInterval: everyMs,
  })
  const session = useSession()
  const isAdmin = session !== undefined && includesRole(session.role, 'admin')
  const stack = read.data
  const problems = stackProblems(stack)
  const isBad = problems.some(({ tone }) => tone === 'bad')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusPill tone={isBad ? 'bad' : problems.length > 0 ? 'warn' : 'ok'}>
          {isBad ? 'Needs you' : problems.length > 0 ? 'Worth a look' : 'All is well'}
        </StatusPill>
        <span className="text-ink-2">
          Quarterdeck {stack.version} on Node.js {stack.node_version.replace(/^v/, '')}
        </span>
        <span className="grow" />
        <LastChecked read={read} everyMs={everyMs} />
      </div>
      <StackProblemNotes problems={problems} />
      <Card>
        <CardHeader
          title="Server processes"
          detail={`${stack.processes.length} on this database`}
        />
        <ProcessTable stack={stack} />
      </Card>
      <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <QueueCard stack={stack} />
          <MachineCard stack={stack} />
          {isAdmin && <ApiKeyCard />}
        </div>
        <DatabaseCard stack={stack} />
      </div>
    </div>
  )
}
