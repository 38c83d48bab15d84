import { useState } from 'react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import {
  type ImportedCases,
  type ImportFormat,
  importFormats,
} from '../../../../contract/qa/suites.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Checkbox } from '../../../../ui/controls/checkbox.tsx'
import { SelectMenu } from '../../../../ui/overlay/select-menu.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import type { CaseDraft } from '../draft/case-draft.ts'
import type { Dispatch } from '../draft/editor-state.ts'
import { importEntries, importedDrafts, withLine } from './import-entries.ts'
import { ImportRows } from './import-rows.tsx'
import type { ImportedText } from './import-source.tsx'
import { saidWords, suiteChange } from './said-of-suite.ts'

type ImportResultProps = {
  source: ImportedText
  result: ImportedCases
  isPending: boolean
  cases: readonly CaseDraft[]
  dispatch: Dispatch
  onTake: (source: ImportedText & { format?: ImportFormat }) => void
  onClose: () => void
}

const formatNames: Readonly<Record<ImportFormat, string>> = {
  lines: 'plain lines',
  csv: 'CSV',
  tsv: 'TSV',
  jsonl: 'our JSONL',
  chat_jsonl: 'chat JSONL',
  langsmith_jsonl: 'LangSmith JSONL',
  langsmith_csv: 'LangSmith CSV',
  promptfoo: 'promptfoo',
  adk: 'ADK evalset',
  adk_older: 'ADK evalset, older layout',
}

/** What was read: each case, each fault with its repair, what is left out; and the way into the suite. */
export function ImportResult(props: ImportResultProps) {
  const { source, result, isPending, cases, dispatch, onTake, onClose } = props
  const { format, left_out, variables, suite } = result
  // A suite that is empty is what the file is to become; one with cases is somebody's own.
  const [takesSuite, setTakesSuite] = useState(cases.length === 0)
  const count = result.cases.length
  const lines = [...new Set(result.faults.map(({ line }) => line))]
  const room = suiteLimits.cases - cases.length
  const add = () => {
    const { drafts, renamed } = importedDrafts(
      result,
      cases.map(({ key }) => key),
    )
    dispatch({ type: 'addCases', cases: drafts })
    if (suite && takesSuite) dispatch({ type: 'changeSuite', change: suiteChange(suite) })
    toast.ok(`Added ${count} ${count === 1 ? 'case' : 'cases'}. Nothing is saved yet.`, {
      ...(renamed > 0 && { description: `${renamed} had a key that was taken, and got a number.` }),
    })
    onClose()
  }
  return (
    <>
      <ImportRows
        entries={importEntries(source.text, result)}
        isPending={isPending}
        onRepair={(line, text) =>
          onTake({ ...source, text: withLine(source.text, line, text), format })
        }
      />
      {left_out.length > 0 && (
        <div className="max-h-24 flex-none overflow-y-auto border-t px-4 py-2 text-ink-2 text-sm">
          <p className="font-strong">Not taken over</p>
          <ul className="list-disc pl-4">
            {left_out.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {suite && (
        <div className="flex-none border-t px-4 py-2 text-sm">
          <Checkbox
            label={`Also take over ${saidWords(suite)}`}
            checked={takesSuite}
            onChange={(event) => setTakesSuite(event.target.checked)}
          />
        </div>
      )}
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t px-4 py-2.5">
        <p className="min-w-0 grow text-ink-2 text-sm tabular-nums">
          <SelectMenu
            label="Read as"
            value={format}
            options={importFormats.map((value) => ({ value, label: formatNames[value] }))}
            onValueChange={(chosen) => onTake({ ...source, format: chosen })}
          />
          {variables.length > 0 && (
            <>
              {' · '}
              {variables.length === 1 ? '1 column' : `${variables.length} columns`} kept as
              variables: <span className="mono">{variables.join(', ')}</span>
            </>
          )}
        </p>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          isPending={isPending}
          disabledReason={
            count === 0
              ? 'There is no case without a fault'
              : count > room
                ? `There is room for ${room} more cases: ${suiteLimits.cases} are the most`
                : undefined
          }
          onClick={add}
        >
          {`Add ${count} ${count === 1 ? 'case' : 'cases'}${leaving(lines)}`}
        </Button>
      </footer>
    </>
  )
}

function leaving(lines: readonly number[]): string {
  if (lines.length === 0) return ''
  return lines.length === 1 ? `, leave line ${lines[0]} out` : `, leave ${lines.length} lines out`
}
