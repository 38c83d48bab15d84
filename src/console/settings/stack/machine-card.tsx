import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { DocLink } from '../../objects/docs/doc-link.tsx'

const kinds: Record<string, string> = {
  'namespaces-and-users': 'kept apart, each deployment with a user of its own',
  namespaces: 'kept apart, all with the user of the server',
  none: 'not kept apart',
}

/** The disk, what keeps agents apart, how long things are kept, and who may read the metrics. */
export function MachineCard({ stack }: { stack: StackHealth }) {
  const { disk, isolation, retention, metrics, data_dir: dataDir } = stack
  return (
    <Card>
      <CardHeader
        title="This server"
        actions={
          <DocLink page="configuration" section="settings">
            Settings
          </DocLink>
        }
      />
      <CardBody>
        <Facts>
          <Fact term="Disk">
            {formatBytes(disk.free_bytes)} free; warned of below{' '}
            {formatBytes(disk.warn_below_bytes)}
          </Fact>
          {dataDir && (
            <Fact term="Data directory">
              <span className="mono">{dataDir}</span>
            </Fact>
          )}
          <Fact term="Agents">
            {kinds[isolation.kind] ?? isolation.kind}.{' '}
            <DocLink page="operators-guide" section="what-keeps-agents-apart">
              How isolation works
            </DocLink>
          </Fact>
          <Fact term="Metrics">
            {metrics.is_open ? 'open to this machine, without a key' : 'with the API key'}.{' '}
            <DocLink page="operators-guide" section="health-metrics-and-logs">
              What is measured
            </DocLink>
          </Fact>
          <Fact term="Audit log">kept for {counted(retention.audit_days, 'day')}</Fact>
          <Fact term="Events of runs">kept for {counted(retention.events_hours, 'hour')}</Fact>
          <Fact term="Builds">the last {retention.kept_builds} of each deployment are kept</Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
