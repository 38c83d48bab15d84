import { type ChangeEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import type { ApiError } from '../../client/api-error.ts'
import {
  type Assistant,
  createAssistant,
  patchAssistant,
} from '../../contract/agent-server/assistants.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Note } from '../../ui/page/note.tsx'
import { useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useAgentUrl } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { whatAssistantsChange } from './queries.ts'

type AssistantDialogProps = {
  deploymentId: string
  /** Those to choose from. */
  graphs: readonly string[]
  /** Absent: a new one. */
  assistant?: Assistant
  /** A new one that begins with the configuration of `assistant`. */
  isCopy?: boolean
  onClose: () => void
}

/** Makes an assistant or changes one; a change makes a new version. */
export function AssistantDialog(props: AssistantDialogProps) {
  const { deploymentId, graphs, assistant, isCopy = false, onClose } = props
  const isEdit = assistant !== undefined && !isCopy
  const api = useApi()
  const navigate = useNavigate()
  const [first] = useState(() => ({
    name: isCopy ? '' : (assistant?.name ?? ''),
    description: assistant?.description ?? '',
    config: jsonText(assistant?.config),
    context: jsonText(assistant?.context),
  }))
  const [typed, setTyped] = useState(first)
  const { name, description, config, context } = typed
  const isDirty = JSON.stringify(typed) !== JSON.stringify(first)
  const [graphId, setGraphId] = useState(assistant?.graph_id ?? graphs[0] ?? '')
  const type =
    (field: keyof typeof typed) =>
    ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped({ ...typed, [field]: target.value })
  const invalidates = (made: Assistant) =>
    whatAssistantsChange(api, deploymentId, made.assistant_id)
  const create = useCall(api.agent(deploymentId), createAssistant, { invalidates })
  const patch = useCall(api.agent(deploymentId), patchAssistant, { invalidates })
  const error = create.error ?? patch.error
  const read = { config: parseObject(config), context: parseObject(context) }
  const isPending = create.isPending || patch.isPending
  const misread =
    read.config.fault || read.context.fault ? 'Write config and context as JSON objects' : undefined
  const missing = name.trim() === '' ? 'Give it a name' : misread
  const changes = {
    name: name.trim(),
    config: read.config.value,
    context: read.context.value,
    // Null empties it; a new one just has none.
    ...((isEdit || description.trim() !== '') && { description: description.trim() || null }),
  }
  const made = { ...changes, graph_id: graphId }
  const params = { assistant_id: assistant?.assistant_id ?? '' }
  const agentUrl = useAgentUrl(deploymentId)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isPending || missing) return
    if (isEdit) {
      patch.mutate(
        { params, body: changes },
        {
          onSuccess: ({ version }) => {
            toast.ok(`Saved as version ${version ?? ''}`.trim())
            onClose()
          },
        },
      )
    } else {
      create.mutate(
        { body: made },
        {
          onSuccess: ({ assistant_id }) => {
            // What is on its way out no longer asks whether to leave it.
            flushSync(onClose)
            void navigate(paths.assistant(deploymentId, assistant_id))
          },
        },
      )
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      title={titleOf(assistant, isCopy)}
      description={
        isEdit
          ? 'Saving makes a new version, which runs take from then on.'
          : 'A graph with a configuration of its own.'
      }
      size="lg"
      isLocked={isPending}
      isDirty={isDirty}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" error={faultOf(error, 'name')}>
          <TextInput value={name} onChange={type('name')} autoComplete="off" />
        </Field>
        {!isEdit && graphs.length > 1 && (
          <Field label="Graph" isGroup error={faultOf(error, 'graph_id')}>
            <div>
              <SelectMenu
                label="Graph"
                variant="default"
                value={graphId}
                options={graphs.map((graph) => ({ value: graph, label: graph }))}
                onValueChange={setGraphId}
              />
            </div>
          </Field>
        )}
        <Field label="Description" error={faultOf(error, 'description')}>
          <TextInput value={description} onChange={type('description')} />
        </Field>
        <Field
          label="Config"
          hint="JSON with configurable, tags and recursion_limit."
          error={read.config.fault ?? faultOf(error, 'config')}
        >
          <TextArea isMono rows={5} value={config} onChange={type('config')} spellCheck={false} />
        </Field>
        <Field
          label="Context"
          hint="JSON that every run starts with as its context."
          error={read.context.fault ?? faultOf(error, 'context')}
        >
          <TextArea isMono rows={3} value={context} onChange={type('context')} spellCheck={false} />
        </Field>
        <FoldedRequest
          missing={misread}
          {...(isEdit
            ? {
                method: 'PATCH',
                url: agentUrl(fillPath(patchAssistant.path, params)),
                body: changes,
              }
            : { method: 'POST', url: agentUrl(createAssistant.path), body: made })}
        />
        {error && !isAtField(error) && <Note tone="bad">{error.message}</Note>}
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={isPending} disabledReason={missing}>
            {isEdit ? 'Save' : 'Create assistant'}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  )
}

function titleOf(assistant: Assistant | undefined, isCopy: boolean): string {
  if (!assistant) return 'New assistant'
  const name = assistant.name || assistant.graph_id
  return isCopy ? `Copy of ${name}` : `Edit ${name}`
}

const fields = ['name', 'graph_id', 'description', 'config', 'context']

function faultOf(error: ApiError | null, field: string): string | undefined {
  return error?.fieldErrors.find(({ loc }) => loc[1] === field)?.msg
}

function isAtField(error: ApiError): boolean {
  return error.fieldErrors.some(({ loc }) => fields.includes(String(loc[1])))
}

function jsonText(value: Record<string, unknown> | null | undefined): string {
  return value && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : ''
}

/** An empty text is an empty object. */
function parseObject(text: string): { value: Record<string, unknown>; fault?: string } {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> }
    }
    return { value: {}, fault: 'Write a JSON object, as { "configurable": {} }.' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    return { value: {}, fault: `This is not JSON: ${reason}` }
  }
}
