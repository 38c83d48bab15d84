import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Card } from '../../../ui/page/card.tsx'
import type { DeploymentValues, SecretDraft } from './deployment-values.ts'
import type { Dotenv } from './dotenv.ts'
import { PasteDotenvDialog } from './paste-dotenv-dialog.tsx'
import { SecretRow, setDraft } from './secret-row.tsx'

type SecretsEditorProps = {
  form: UseFormReturn<DeploymentValues>
  /** Those of the deployment, none of a new one. */
  saved?: readonly SecretDraft[]
  /** The name of one that is to be filled in. */
  wanted?: string | null
}

const none: readonly SecretDraft[] = []

/** The secrets of a deployment, one by one: kept, replaced, removed, added. */
export function SecretsEditor({ form, saved = none, wanted = null }: SecretsEditorProps) {
  const list = useFieldArray({ control: form.control, name: 'secrets' })
  const [isPasting, setIsPasting] = useState(false)
  const addSecret = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    list.remove(index)
    // The button that was pressed went with its secret.
    addSecret.current?.focus()
  }

  const { append } = list
  // Focus goes there too, so it is done when the page is.
  useEffect(() => {
    const { length } = form.getValues('secrets')
    if (wanted === null || form.getValues('secrets').some(({ name }) => name === wanted)) return
    append({ name: wanted, value: '', state: 'new' }, { focusName: `secrets.${length}.value` })
  }, [form, append, wanted])

  // What others save while something is typed here: rows come, go and turn where they stand, so that what has focus
  // keeps it.
  const removeAt = list.remove
  useEffect(() => {
    const names = new Set(saved.map(({ name }) => name))
    const drafts = form.getValues('secrets')
    const isGone = ({ name, state }: SecretDraft) =>
      (state === 'kept' || state === 'removed') && !names.has(name)
    for (const [index, draft] of drafts.entries()) {
      const { name, state } = draft
      if (state === 'replaced' && !names.has(name))
        setDraft(form, index, { ...draft, state: 'new' })
      if (state === 'new' && names.has(name)) setDraft(form, index, { ...draft, state: 'replaced' })
    }
    const gone = drafts.flatMap((draft, index) => (isGone(draft) ? [index] : []))
    if (gone.length > 0) removeAt(gone)
    const known = new Set(drafts.map(({ name }) => name))
    const added = saved.filter(({ name }) => !known.has(name))
    if (added.length > 0) append([...added], { shouldFocus: false })
  }, [form, saved, append, removeAt])

  const take = ({ entries }: Dotenv) => {
    const drafts = form.getValues('secrets')
    for (const { name, value } of entries) {
      const index = drafts.findIndex((draft) => draft.name === name)
      const state = drafts[index]?.state === 'new' ? 'new' : 'replaced'
      if (index < 0) list.append({ name, value, state: 'new' }, { shouldFocus: false })
      else setDraft(form, index, { name, value, state })
    }
  }

  return (
    <Field
      label="Secrets"
      isGroup
      hint="Environment variables of the agent. Values are encrypted, and never shown again."
    >
      {list.fields.length > 0 && (
        <Card>
          <ul>
            {list.fields.map((field, index) => (
              <li key={field.id} className="border-b last:border-b-0">
                <SecretRow form={form} index={index} onRemove={() => remove(index)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="flex gap-2">
        <Button
          ref={addSecret}
          size="composer"
          onClick={() =>
            list.append(
              { name: '', value: '', state: 'new' },
              { focusName: `secrets.${list.fields.length}.name` },
            )
          }
        >
          Add secret
        </Button>
        <Button size="composer" variant="ghost" onClick={() => setIsPasting(true)}>
          Paste .env
        </Button>
      </div>
      {isPasting && <PasteDotenvDialog onClose={() => setIsPasting(false)} onTake={take} />}
    </Field>
  )
}
