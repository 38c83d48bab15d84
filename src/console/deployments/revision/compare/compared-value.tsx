import { Td } from '../../../../ui/table/table.tsx'

/** What one of two revisions has; null where it has nothing. */
export function ComparedValue({ text, isChanged }: { text: string | null; isChanged: boolean }) {
  return (
    <Td className={isChanged ? 'bg-warn-soft/60 dark:bg-warn/8' : 'text-ink-2'}>
      {text === null ? (
        <span className="text-ink-3">none</span>
      ) : (
        <span className="mono break-all">{text}</span>
      )}
    </Td>
  )
}
