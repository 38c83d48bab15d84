import { useId } from 'react'
import { writeJson } from '../../contract/exact-json.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import type { FormDraft } from '../composer/form/form-draft.ts'
import { onEscape } from '../composer/on-escape.ts'
import { parseRecord } from '../parse-record.ts'
import type { VoteState } from './vote-board.ts'
import type { VoteDetail } from './vote-body.ts'
import { TextButton } from './vote-text-button.tsx'

type DetailFormProps = {
  vote: VoteState
  answer: string
  draft: FormDraft
  send: (detail: VoteDetail) => Promise<boolean>
}

/** What was good or bad about an answer, how it should have been, and data. */
export function DetailForm({ vote, answer, draft, send }: DetailFormProps) {
  const known = vote.detail
  const fields = draft.fields ?? {
    comment: known.comment ?? '',
    correction: known.correction ?? null,
    metadata: known.metadata ? writeJson(known.metadata, 2) : null,
  }
  const { comment = '', correction = null, metadata = null } = fields
  const keep = (change: Record<string, string>) => draft.keep({ ...fields, ...change })
  const parsed = metadata === null || metadata.trim() === '' ? {} : parseRecord(metadata)
  const words = (comment ?? '').trim()
  const corrected = correction !== null && correction.trim() !== answer.trim() ? correction : ''
  const isEmpty = words === '' && corrected.trim() === '' && Object.keys(parsed ?? {}).length === 0
  return (
    <form
      className="mt-2 grid gap-2 text-md leading-5"
      onKeyDown={onEscape(draft.close)}
      onSubmit={async (event) => {
        event.preventDefault()
        if (isEmpty || !parsed || vote.isSavingDetail) return
        const detail = {
          ...(words && { comment: words }),
          ...(corrected.trim() && { correction: corrected }),
          ...(Object.keys(parsed).length > 0 && { metadata: parsed }),
        }
        if (await send(detail)) draft.forget()
      }}
    >
      <Labelled
        label="What was good or bad about it?"
        rows={2}
        value={comment ?? ''}
        onChange={(text) => keep({ comment: text })}
        autoFocus={draft.isFresh}
      />
      {correction === null ? (
        <p className="text-sm">
          <TextButton onClick={() => keep({ correction: answer })}>Correct the answer</TextButton>
        </p>
      ) : (
        <Labelled
          label="The answer as it should have been"
          rows={4}
          value={correction}
          onChange={(text) => keep({ correction: text })}
        />
      )}
      {metadata === null ? (
        <p className="text-sm">
          <TextButton onClick={() => keep({ metadata: '{}' })}>Add data as JSON</TextButton>
        </p>
      ) : (
        <Labelled
          label="Data (a JSON object)"
          isMono
          value={metadata}
          onChange={(text) => keep({ metadata: text })}
        />
      )}
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          isPending={vote.isSavingDetail}
          disabledReason={
            !parsed
              ? 'The data is no JSON object yet'
              : isEmpty
                ? 'Write a comment first'
                : undefined
          }
        >
          Send comment
        </Button>
        <Button size="sm" onClick={draft.close}>
          Not now
        </Button>
      </div>
    </form>
  )
}

type LabelledProps = {
  label: string
  value: string
  rows?: number
  isMono?: boolean
  autoFocus?: boolean
  onChange: (text: string) => void
}

function Labelled({ label, onChange, rows = 3, ...rest }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
        {label}
      </label>
      <TextArea
        id={id}
        rows={rows}
        maxLength={20_000}
        {...rest}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
