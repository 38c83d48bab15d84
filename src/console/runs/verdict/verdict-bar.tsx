import { Check } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isActive, type Run } from '../../../contract/agent-server/runs.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { OptionButton } from '../../../ui/controls/option-button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { isComposing } from '../../../ui/keys/is-composing.ts'
import { useUnsaved } from '../../forms/unsaved.ts'
import { plainKey } from '../../shell/keys/plain-key.ts'
import { usePageKeys } from '../../shell/keys/use-page-keys.ts'
import { useMayAct } from './use-may-act.ts'
import { useVerdict } from './use-verdict.ts'
import { type RunVerdict, verdicts } from './verdict.ts'

const looks = {
  pass: { label: 'Pass', tone: 'ok' },
  fail: { label: 'Fail', tone: 'bad' },
  unsure: { label: 'Unsure', tone: 'accent' },
} as const

type VerdictBarProps = { deploymentId: string; run: Run; onMakeCase: () => void }

/** The verdict on a run with a note, right under what was answered: keys `1` to `3`, `M` for the note. Saved at once. */
export function VerdictBar({ deploymentId, run, onMakeCase }: VerdictBarProps) {
  const verdict = useVerdict(deploymentId, run)
  const { now, change } = verdict
  const note = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const refusal = isActive(run) ? 'The run has not ended yet' : verdict.refusal
  const mayAct = useMayAct() && refusal === undefined
  const isChanged = typed !== null && typed.trim() !== now.note
  useUnsaved(() => isChanged || verdict.problem !== null)
  const choose = (chosen: RunVerdict) => {
    if (mayAct && now.verdict !== chosen) change({ verdict: chosen })
  }
  const tell = () => {
    if (isChanged) change({ note: typed.trim() })
    setTyped(null)
  }
  usePageKeys(
    (event) => {
      const key = plainKey(event)
      if (key === 'm') return 'note' as const
      return verdicts[Number(key) - 1] ?? null
    },
    (action) => (action === 'note' ? note.current?.focus() : choose(action)),
  )
  return (
    <div className="border-t px-4 py-3 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">Verdict</h3>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Verdict on this run</legend>
          {verdicts.map((one, index) => (
            <OptionButton
              key={one}
              keyName={String(index + 1)}
              tone={looks[one].tone}
              isChosen={now.verdict === one}
              disabledReason={refusal}
              onChoose={() => choose(one)}
            >
              {looks[one].label}
            </OptionButton>
          ))}
        </fieldset>
        <Note
          note={note}
          value={typed ?? now.note}
          isRefused={!mayAct}
          onType={setTyped}
          onEnd={tell}
        />
        <Told verdict={verdict} />
        <Button acts size="sm" onClick={onMakeCase}>
          Make a case
        </Button>
      </div>
      {verdict.refusal && !isActive(run) && (
        <p className="mt-1.5 text-ink-2 text-sm">{verdict.refusal}</p>
      )}
    </div>
  )
}

type NoteProps = {
  note: RefObject<HTMLInputElement | null>
  value: string
  isRefused: boolean
  onType: (text: string | null) => void
  onEnd: () => void
}

/** It is saved when it is left, and by Enter; Esc takes back what was typed. */
function Note({ note, value, isRefused, onType, onEnd }: NoteProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key !== 'Escape') return
    onType(null)
    // What is typed is taken back before the field is left.
    requestAnimationFrame(() => note.current?.blur())
  }
  return (
    <span className="flex min-w-[180px] flex-1 items-center gap-1.5">
      <TextInput
        ref={note}
        aria-label="Note on the verdict"
        aria-keyshortcuts="m"
        placeholder="A note"
        maxLength={20_000}
        autoComplete="off"
        className="h-[26px]!"
        disabled={isRefused}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        onBlur={onEnd}
      />
      <span aria-hidden className="max-[599px]:hidden">
        <Kbd>M</Kbd>
      </span>
    </span>
  )
}

/** Whether what is shown is recorded. */
function Told({ verdict }: { verdict: ReturnType<typeof useVerdict> }) {
  const { problem, isSaving, isSaved, now, again, change } = verdict
  const isJudged = now.verdict !== null || now.note !== ''
  return (
    <>
      <span role="status" className="text-sm">
        {isSaving ? (
          <span className="text-ink-2">Saving…</span>
        ) : (
          isSaved && (
            <span className="flex items-center gap-1 text-ok">
              <Check aria-hidden size={14} strokeWidth={1.8} /> Saved
            </span>
          )
        )}
      </span>
      {isSaved && isJudged && (
        <Button acts size="sm" variant="ghost" onClick={() => change({ verdict: null, note: '' })}>
          Take back
        </Button>
      )}
      {problem && !isSaving && (
        <span role="alert" className="flex flex-wrap items-center gap-2 text-bad text-sm">
          Not saved: {problem}
          <Button acts size="sm" onClick={again}>
            Try again
          </Button>
        </span>
      )}
    </>
  )
}
