import { type RetentionPreview, retentionNames } from '../../../contract/control-plane/retention.ts'
import { formatExactTime } from '../../../ui/format/format-time.ts'
import { CardBody } from '../../../ui/page/card.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { bytesText } from './bytes-text.ts'
import { retentionWords } from './retention-values.ts'

/** What a rule would remove now, by what it is, and what stays for another reason. */
export function WhatWouldGo({ preview }: { preview: RetentionPreview }) {
  const { goes, bytes, stays } = preview
  const isNothing = retentionNames.every((name) => goes[name].count === 0)
  return (
    <>
      <Table label="What would go now">
        <thead>
          <Tr>
            <Th>What</Th>
            <Th className="text-right">How many</Th>
            <Th className="text-right">Oldest</Th>
          </Tr>
        </thead>
        <tbody>
          {retentionNames.map((name) => {
            const { count, oldest } = goes[name]
            return (
              <Tr key={name}>
                <Td>{retentionWords[name]}</Td>
                <Td className="text-right tabular-nums">{count.toLocaleString('en-GB')}</Td>
                <Td className="whitespace-nowrap text-right text-ink-2 tabular-nums">
                  {oldest ? (
                    <time dateTime={oldest}>{formatExactTime(Date.parse(oldest))}</time>
                  ) : (
                    '—'
                  )}
                </Td>
              </Tr>
            )
          })}
        </tbody>
      </Table>
      <CardBody>
        <p className="text-ink-2 text-sm">
          {isNothing
            ? 'Nothing is old enough yet.'
            : `About ${bytesText(bytes)} in the database. What is removed cannot be brought back.`}
        </p>
        {stays.length > 0 && (
          <div className="mt-2 text-ink-2 text-sm">
            <p>Old enough, and kept all the same:</p>
            <ul aria-label="What stays" className="list-disc pl-5">
              {stays.map(({ reason, count }) => (
                <li key={reason}>
                  {count.toLocaleString('en-GB')} {count === 1 ? 'thread' : 'threads'}{' '}
                  {Object.hasOwn(reasons, reason) ? reasons[reason] : reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardBody>
    </>
  )
}

const reasons: Record<string, string> = {
  busy: 'with a run that works or waits for its time',
  waits: 'waiting for a person',
  qa: 'that QA refers to',
  ttl: 'with a time of their own',
  schedule: 'that a schedule runs on',
  embed: 'of embedded chats, which keep them as the embed says',
}
