import { useContext, useId } from 'react'
import { parseJson, writeJson } from '../../contract/exact-json.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { type FormDraft, useFormDraft } from '../composer/form/form-draft.ts'
import { onEscape } from '../composer/on-escape.ts'
import { HandsFocusOn } from '../view/hands-focus-on.tsx'
import type { VotePlan } from './feedback-keys.ts'
import type { FeedbackStore } from './feedback-store.ts'
import type { VoteState } from './vote-board.ts'
import type { VoteDetail } from './vote-body.ts'

type VoteDetailsProps = {
  run_id: string
  vote: VoteState | undefined
  plan: VotePlan
  feedback: FeedbackStore
  /** What a correction starts from. */
  answer: string
}

/** Below the thumbs: what went wrong, and room for a comment, a better answer and data. */
export function VoteDetails({ run_id, vote, plan, feedback, answer }: VoteDetailsProps) {
  const draft = useFormDraft(`comment.${run_id}`)
  const { isOpen } = draft
  if (!vote) return null
  const { comment, correction } = vote.detail
  const hasDetail = Boolean(comment || correction)
  return (
    <>
      {vote.problem && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {vote.problem}
        </p>
      )}
      {vote.status === 'queued' && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-2 text-sm">
          There is no connection: your vote is kept and sent when there is.
          <TextButton onClick={() => void feedback.sendQueued()}>Try now</TextButton>
        </p>
      )}
      {hasDetail && !isOpen && (
        <div className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">
          {comment && <p>Your comment: “{comment}”</p>}
          {correction && <p>You corrected the answer.</p>}
          <TextButton onClick={() => draft.open()}>Change</TextButton>
        </div>
      )}
      {vote.direction && vote.status !== 'saving' && !hasDetail && !isOpen && (
        <p className="mt-1 text-sm">
          <TextButton onClick={() => draft.open()}>Add a comment</TextButton>
        </p>
      )}
      {isOpen && (
        <HandsFocusOn heir="[aria-pressed=true]">
          <DetailForm
            vote={vote}
            answer={answer}
            draft={draft}
            send={(detail) => feedback.tell(run_id, plan, detail)}
          />
        </HandsFocusOn>
      )}
    </>
  )
}

/** Nothing for those who may not vote: the thumbs above say why. */
function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  if (useContext(RefusedActions)) return null
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 cursor-pointer rounded-sm text-ink-3 hover:text-ink hover:underline"
    >
      {children}
    </button>
  )
}

type DetailFormProps = {
  vote: VoteState
  answer: string
  draft: FormDraft
  send: (detail: VoteDetail) => Promise<boolean>
}

function DetailForm({ vote, answer, draft, send }: DetailFormProps) {
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

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value = parseJson(text)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
