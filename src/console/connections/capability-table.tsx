import { PlugZap } from 'lucide-react'
import { type ConnectionProbe, capabilityNames } from '../../contract/gateway/connections.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { capabilityWords, statusLook } from './connection-words.ts'

type CapabilityTableProps = {
  /** What the last test found; null where there was none. */
  probe: ConnectionProbe | null
  isTesting: boolean
  /** It leads to an agent server alone: there is no deployment to name. */
  isBare: boolean
}

/** What the server can do, why or why not, and when that was found out. */
export function CapabilityTable({ probe, isTesting, isBare }: CapabilityTableProps) {
  return (
    <Card>
      <CardHeader
        title="What it can do"
        detail={
          probe && (
            <span className="text-sm">
              tested <RelativeTime value={probe.checked_at} />
              {probe.server && ` · ${probe.server}`}
              {probe.deployment_id &&
                !isBare &&
                ` · asked deployment ${shortId(probe.deployment_id)}`}
            </span>
          )
        }
      />
      {probe ? (
        <Table label="Capabilities">
          <thead>
            <Tr>
              <Th>Capability</Th>
              <Th>Works</Th>
              <Th className="max-[599px]:hidden">Why</Th>
            </Tr>
          </thead>
          <tbody>
            {namesOf(probe).map((name) => {
              const capability = probe.capabilities[name]
              const { tone, words } = statusLook(capability?.status ?? 'unknown')
              return (
                <Tr key={name}>
                  <Td className="py-2 align-top">
                    {wordsOf(name)}
                    <span className="block text-ink-2 text-sm min-[600px]:hidden">
                      {capability?.reason}
                    </span>
                  </Td>
                  <Td className="py-2 align-top">
                    <StatusPill tone={tone}>{words}</StatusPill>
                  </Td>
                  <Td className="min-w-40 break-words py-2 align-top text-ink-2 max-[599px]:hidden">
                    {capability?.reason}
                  </Td>
                </Tr>
              )
            })}
          </tbody>
        </Table>
      ) : isTesting ? (
        <div className="px-4">
          <Skeleton label="Testing the connection" lines={6} />
        </div>
      ) : (
        <EmptyState icon={<PlugZap aria-hidden size={24} strokeWidth={1.5} />} title="Not tested">
          A test asks the server what it can do. Nothing is made there, and no run is started.
        </EmptyState>
      )}
    </Card>
  )
}

/** In the order of the contract; what a newer server tells besides comes after it. */
function namesOf({ capabilities }: ConnectionProbe): string[] {
  const known: readonly string[] = capabilityNames
  return [
    ...known.filter((name) => Object.hasOwn(capabilities, name)),
    ...Object.keys(capabilities).filter((name) => !known.includes(name)),
  ]
}

function wordsOf(name: string): string {
  return (capabilityWords as Record<string, string>)[name] ?? name
}
