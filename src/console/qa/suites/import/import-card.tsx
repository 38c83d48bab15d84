import { FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readCases } from '../../../../contract/qa/suites.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { StatusPill } from '../../../../ui/page/status-pill.tsx'
import { useApi, useCall } from '../../../api.tsx'
import { useUnsaved } from '../../../forms/unsaved.ts'
import type { CaseDraft } from '../draft/case-draft.ts'
import type { Dispatch } from '../draft/editor-state.ts'
import { ImportResult } from './import-result.tsx'
import { type ImportedText, ImportSource } from './import-source.tsx'

type ImportCardProps = {
  /** What is read at once; empty where it is to be chosen yet. */
  text: string
  /** Of the suite. */
  cases: readonly CaseDraft[]
  dispatch: Dispatch
  onClose: () => void
}

/** Cases from a file or a paste: what was read is shown, and comes into the suite when it is asked for. */
export function ImportCard({ text, cases, dispatch, onClose }: ImportCardProps) {
  const { gateway } = useApi()
  const read = useCall(gateway, readCases)
  const [source, setSource] = useState<ImportedText | null>(text ? { text } : null)
  const card = useRef<HTMLElement>(null)
  const take = (from: ImportedText) => {
    setSource(from)
    read.mutate({ body: from })
  }
  const begin = useEffectEvent(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
    if (source) take(source)
  })
  useEffect(() => begin(), [])
  useUnsaved(() => source !== null)
  const { data } = read
  const faulty = new Set(data?.faults.map(({ line }) => line)).size
  return (
    <section
      ref={card}
      aria-label="Import"
      className="flex max-h-[min(440px,60dvh)] min-w-0 flex-none flex-col overflow-hidden rounded-lg border border-line-strong bg-surface"
    >
      <header className="flex flex-none flex-wrap items-center gap-x-2.5 gap-y-1 border-b px-4 py-2.5">
        <FileText aria-hidden size={16} strokeWidth={1.8} className="flex-none text-ink-2" />
        <h2 className="min-w-0 truncate font-semibold text-base">
          {source ? (source.name ?? 'Pasted text') : 'Import cases'}
        </h2>
        {data && (
          <>
            <StatusPill tone="ok" hasDot={false} isCompact>
              {data.cases.length} ready
            </StatusPill>
            {faulty > 0 && (
              <StatusPill tone="bad" hasDot={false} isCompact>
                {faulty} with a fault
              </StatusPill>
            )}
          </>
        )}
        <span className="grow" />
        <span className="text-ink-2 text-sm">nothing is saved yet</span>
      </header>
      {read.error && (
        <div className="p-4 pb-0">
          <Note tone="bad" title="It could not be read">
            {read.error.message}
          </Note>
        </div>
      )}
      {!source || (read.error && !data) ? (
        <ImportSource before={source?.text ?? ''} onTake={take} onClose={onClose} />
      ) : data ? (
        <ImportResult
          source={source}
          result={data}
          isPending={read.isPending}
          cases={cases}
          dispatch={dispatch}
          onTake={take}
          onClose={onClose}
        />
      ) : (
        <div className="px-4">
          <Skeleton label="Reading the cases" />
          <div className="py-2.5 text-right">
            <Button size="sm" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
