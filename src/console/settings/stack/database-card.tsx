import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { DocLink } from '../../objects/docs/doc-link.tsx'

/** Of a kind that a newer server tells, its word. */
const kinds: Record<string, string> = { embedded: 'Embedded', postgresql: 'PostgreSQL server' }

/** What keeps everything: how large it is, what fills it, and whether its tables are those of this version. */
export function DatabaseCard({ stack: { database, migrations } }: { stack: StackHealth }) {
  const { connections } = database
  return (
    <Card>
      <CardHeader
        title="Database"
        actions={
          <DocLink page="operators-guide" section="backup-and-restore">
            Backup and restore
          </DocLink>
        }
      />
      <CardBody>
        <Facts>
          <Fact term="Kind">
            {kinds[database.kind] ?? database.kind}, version {database.version}
          </Fact>
          <Fact term="Size">{formatBytes(database.bytes)}</Fact>
          <Fact term="Connections">
            {connections
              ? `${connections.open} to this database, ${connections.all} of ${connections.most} to its server`
              : 'one, within this process'}
          </Fact>
          <Fact term="Migrations">
            {migrations.applied} applied, the newest{' '}
            <span className="mono">{migrations.newest}</span>{' '}
            {migrations.newest_at && <RelativeTime value={migrations.newest_at} />}
          </Fact>
          {migrations.missing.length > 0 && (
            <Fact term="Not applied">
              <span className="mono text-bad">{migrations.missing.join(', ')}</span>
            </Fact>
          )}
          {migrations.unknown.length > 0 && (
            <Fact term="Not known here">
              <span className="mono text-warn">{migrations.unknown.join(', ')}</span>
            </Fact>
          )}
          {database.address && (
            <Fact term="Where">
              <span className="mono">{database.address}</span>
            </Fact>
          )}
        </Facts>
      </CardBody>
      <div className="border-t">
        <Table label="Largest tables">
          <thead>
            <Tr>
              <Th>Largest tables</Th>
              <Th>Size</Th>
              <Th>Rows, about</Th>
            </Tr>
          </thead>
          <tbody>
            {database.tables.map(({ name, bytes, rows }) => (
              <Tr key={name}>
                <Td className="mono">{name}</Td>
                <Td className="whitespace-nowrap tabular-nums">{formatBytes(bytes)}</Td>
                <Td className="tabular-nums">
                  {typeof rows === 'number' ? Math.round(rows).toLocaleString('en') : '–'}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
