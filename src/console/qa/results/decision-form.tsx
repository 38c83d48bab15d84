import { type Decision, decide } from '../../../contract/qa/results.ts'
import type { Session } from '../../../contract/qa/sessions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Note } from '../../../ui/page/note.tsx'
import { useApi, useCall } from '../../api.tsx'
import { useFieldRefusal } from '../../forms/use-field-refusal.ts'
import { whatSessionsChange } from '../../objects/qa/qa-queries.ts'

/** What is typed, and what sets it. */
export type DecisionDraft = readonly [sentence: string, set: (sentence: string) => void]

type DecisionFormProps = {
  session: Session
  draft: DecisionDraft
  /** Where the decision will be seen. */
  standsAt: string | undefined
  onDecided: () => void
}

/** Approves or rejects the last target, with a sentence that stays until it is kept. */
export function DecisionForm({ session, draft, standsAt, onDecided }: DecisionFormProps) {
  const api = useApi()
  const [sentence, setSentence] = draft
  const call = useCall(api.gateway, decide, { invalidates: () => whatSessionsChange(api) })
  const { isPending, error, variables } = call
  const submit = (decision: Decision['decision']) =>
    call.mutate(
      { params: { session_id: session.session_id }, body: { decision, sentence } },
      {
        onSuccess: () => {
          setSentence('')
          toast.ok(decision === 'approve' ? 'Approved' : 'Rejected')
          onDecided()
        },
      },
    )
  const missing = sentence.trim() === '' ? 'Say why, in a sentence' : undefined
  const refusal = useFieldRefusal(error, { isPending, held: { sentence } })
  const what = session.targets.length > 1 ? ' candidate' : ''
  const isSent = (decision: Decision['decision']) =>
    isPending && variables?.body?.decision === decision
  return (
    <div className="flex flex-col gap-3">
      <Field label="Why" hint={standsAt} error={refusal.at('sentence')}>
        <TextArea
          rows={3}
          value={sentence}
          onChange={({ target }) => setSentence(target.value)}
          readOnly={isPending}
        />
      </Field>
      {refusal.others && (
        <Note tone="bad" title="This is not decided">
          {refusal.others}
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          acts
          variant="primary"
          isPending={isSent('approve')}
          disabledReason={missing}
          onClick={() => !isPending && submit('approve')}
        >
          Approve{what}
        </Button>
        <Button
          acts
          variant="danger"
          isPending={isSent('reject')}
          disabledReason={missing}
          onClick={() => !isPending && submit('reject')}
        >
          Reject
        </Button>
      </div>
    </div>
  )
}
