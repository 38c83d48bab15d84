import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { Duration } from '../../../ui/format/duration.tsx'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'

const unknown = '–'

/** The processes that share the database, each with what it told last. */
export function ProcessTable({ stack }: { stack: StackHealth }) {
  const { processes, disk } = stack
  const hasPlaces = processes.some(({ host }) => host)
  return (
    <Table label="Server processes">
      <thead>
        <Tr>
          <Th>Process</Th>
          {hasPlaces && <Th>Machine</Th>}
          <Th>Version</Th>
          <Th>Up for</Th>
          <Th>Revisions loaded</Th>
          <Th>Disk free</Th>
          <Th>Errors</Th>
          <Th>Told</Th>
        </Tr>
      </thead>
      <tbody>
        {processes.map((one) => (
          <Tr key={one.server_id}>
            <Td className="whitespace-nowrap">
              <ShortId id={one.server_id} noun="process" />
              {one.is_answering && <span className="text-ink-3"> · answers you</span>}
            </Td>
            {hasPlaces && (
              <Td className="whitespace-nowrap">
                {one.host ?? unknown}
                {one.pid && <span className="text-ink-3"> · {one.pid}</span>}
              </Td>
            )}
            <Td>{one.version ?? unknown}</Td>
            <Td>
              <Duration start={one.started_at} />
            </Td>
            <Td className="tabular-nums">{one.executors ?? unknown}</Td>
            <Td className="whitespace-nowrap tabular-nums">
              <span
                className={isLow(one.disk_free_bytes, disk.warn_below_bytes) ? 'text-warn' : ''}
              >
                {typeof one.disk_free_bytes === 'number'
                  ? formatBytes(one.disk_free_bytes)
                  : unknown}
              </span>
            </Td>
            <Td className="whitespace-nowrap tabular-nums">
              {one.errors ?? unknown}
              {one.last_error_at && (
                <span className="text-ink-3">
                  {' · last '}
                  <RelativeTime value={one.last_error_at} />
                </span>
              )}
            </Td>
            <Td className="whitespace-nowrap text-ink-2">
              {one.is_answering ? (
                'now'
              ) : one.told_at ? (
                <RelativeTime value={one.told_at} />
              ) : (
                unknown
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function isLow(free: number | null | undefined, warnBelow: number): boolean {
  return typeof free === 'number' && free < warnBelow
}
