import { fillPath } from '../../../../contract/endpoint.ts'
import { changeSession, changeSessionCaps, type Session } from '../../../../contract/qa/sessions.ts'
import { Field } from '../../../../ui/controls/field.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../../api.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { Pair } from '../../../forms/form-parts.tsx'
import { FoldedRequest } from '../../../forms/request-preview.tsx'
import { useFieldRefusal } from '../../../forms/use-field-refusal.ts'
import { useTyped } from '../../../forms/use-typed.ts'
import { useGatewayRead } from '../../../objects/object-menu.tsx'
import { whatSessionsChange } from '../../../objects/qa/qa-queries.ts'
import { type CapValues, capFields, capsRequest, typedCaps } from '../form/cap-values.ts'

/** Other caps for a session; one that was paused goes on with them. */
export function CapsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { session_id, status } = session
  const api = useApi()
  const { typed, text, isDirty } = useTyped<CapValues>(typedCaps(session.caps))
  const invalidates = () => whatSessionsChange(api)
  const save = useCall(api.gateway, changeSessionCaps, { invalidates })
  const resume = useCall(api.gateway, changeSession, { invalidates })
  const goesOn = status === 'paused'
  const body = capsRequest(typed)
  const submit = async () => {
    await save.mutateAsync({ params: { session_id }, body })
    if (goesOn) await resume.mutateAsync({ params: { session_id, action: 'resume' } })
    toast.ok(goesOn ? 'Goes on with other limits' : 'Changed the limits')
    onClose()
  }
  const error = save.error ?? resume.error
  const isPending = save.isPending || resume.isPending
  const refusal = useFieldRefusal(error, { isPending, held: typed })
  return (
    <FormDialog
      title="Limits of this session"
      description="For what has not begun. What is at work keeps its own."
      onClose={onClose}
      isDirty={isDirty}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={goesOn ? 'Save and resume' : 'Save limits'}
      onSubmit={() => void submit().catch(() => undefined)}
    >
      {[capFields.slice(0, 2), capFields.slice(2)].map((pair) => (
        <Pair key={pair[0]?.name}>
          {pair.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} error={refusal.at(name)}>
              <TextInput autoComplete="off" inputMode="numeric" {...text(name)} />
            </Field>
          ))}
        </Pair>
      ))}
      <FoldedRequest
        method="PUT"
        {...useGatewayRead()(fillPath(changeSessionCaps.path, { session_id }))}
        body={body}
      />
    </FormDialog>
  )
}
