import { Link } from 'react-router-dom'
import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { DocLink } from '../../objects/docs/doc-link.tsx'
import { paths } from '../../paths.ts'

/** The runs that wait and work, and of which deployments; each leads to them. */
export function QueueCard({ stack: { queue, limits, processes } }: { stack: StackHealth }) {
  const places = limits.runs_at_once * processes.length
  return (
    <Card>
      <CardHeader
        title="Queue"
        actions={
          <DocLink page="scaling" section="who-executes-a-run">
            Who executes a run
          </DocLink>
        }
      />
      <CardBody>
        <Facts>
          <Fact term="Waiting">{queue.pending.toLocaleString('en')}</Fact>
          <Fact term="Oldest waits since">
            {queue.oldest_pending_at ? (
              <RelativeTime value={queue.oldest_pending_at} />
            ) : (
              'none waits'
            )}
          </Fact>
          <Fact term="Running">
            {queue.running.toLocaleString('en')} of {places.toLocaleString('en')} at once
          </Fact>
          <Fact term="Scheduled for later">{queue.scheduled.toLocaleString('en')}</Fact>
        </Facts>
      </CardBody>
      {queue.deployments.length > 0 && (
        <div className="border-t">
          <Table label="Queue by deployment">
            <thead>
              <Tr>
                <Th>Deployment</Th>
                <Th>Waiting</Th>
                <Th>Running</Th>
                <Th>Oldest</Th>
              </Tr>
            </thead>
            <tbody>
              {queue.deployments.map((one) => (
                <Tr key={one.deployment_id}>
                  <Td className="max-w-56 truncate">
                    <Link
                      to={`${paths.runs()}?${new URLSearchParams({ deployment: one.deployment_id, status: 'active' })}`}
                      className="rounded-sm font-medium text-ink no-underline hover:underline"
                    >
                      {one.name ?? shortId(one.deployment_id)}
                    </Link>
                  </Td>
                  <Td className="tabular-nums">{one.pending.toLocaleString('en')}</Td>
                  <Td className="tabular-nums">{one.running.toLocaleString('en')}</Td>
                  <Td>
                    {one.oldest_pending_at ? <RelativeTime value={one.oldest_pending_at} /> : '–'}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  )
}
