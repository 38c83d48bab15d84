import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import {
  type Assistant,
  createAssistant,
  patchAssistant,
} from '../../contract/agent-server/assistants.ts'
import { type EndpointInput, fillPath } from '../../contract/endpoint.ts'
import { parseJson, writeJson } from '../../contract/exact-json.ts'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useFirstKnown } from '../forms/use-first-known.ts'
import { useTyped } from '../forms/use-typed.ts'
import { whatDiffers, whyNothing } from '../forms/what-differs.ts'
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
  const { first, typed, text, isDirty } = useTyped({
    name: isCopy ? '' : (assistant?.name ?? ''),
    description: assistant?.description ?? '',
    config: jsonText(assistant?.config),
    context: jsonText(assistant?.context),
  })
  const [chosen, setGraphId] = useState(assistant?.graph_id)
  // They may be read later than the window is opened.
  const usual = useFirstKnown(graphs[0])
  const graphId = chosen ?? usual ?? ''
  const hasGraphs = !isEdit && graphs.length > 1
  const { create, change, error, isPending } = useSaved(deploymentId, onClose)
  const refusal = useFieldRefusal(error, {
    isPending,
    held: { ...typed, ...(hasGraphs && { graph_id: graphId }) },
  })
  const { body, config, context } = bodyOf(typed)
  const changes = whatDiffers(bodyOf(first).body, body)
  const misread =
    config.fault || context.fault ? 'Write config and context as JSON objects' : undefined
  const unready = typed.name.trim() === '' ? 'Give it a name' : misread
  const missing = unready ?? (isEdit ? whyNothing(changes) : undefined)
  // Null empties it; a new one just has none.
  const { description, ...others } = body
  const made = { ...others, ...(description !== null && { description }), graph_id: graphId }
  const params = { assistant_id: assistant?.assistant_id ?? '' }
  const agentUrl = useAgentUrl(deploymentId)

  return (
    <FormDialog
      title={titleOf(assistant, isCopy)}
      description={
        isEdit
          ? 'Saving makes a new version, which runs take from then on.'
          : 'A graph with a configuration of its own.'
      }
      size="lg"
      onClose={onClose}
      isDirty={isDirty}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={isEdit ? 'Save' : 'Create assistant'}
      missing={missing}
      onSubmit={() => (isEdit ? change({ params, body: changes }) : create(made))}
    >
      <Field label="Name" error={refusal.at('name')}>
        <TextInput {...text('name')} autoComplete="off" />
      </Field>
      {hasGraphs && (
        <Field label="Graph" isGroup error={refusal.at('graph_id')}>
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
      <Field label="Description" error={refusal.at('description')}>
        <TextInput {...text('description')} />
      </Field>
      <Field
        label="Config"
        hint="JSON with configurable, tags and recursion_limit."
        error={config.fault ?? refusal.within('config')}
      >
        <TextArea isMono rows={5} {...text('config')} spellCheck={false} />
      </Field>
      <Field
        label="Context"
        hint="JSON that every run starts with as its context."
        error={context.fault ?? refusal.within('context')}
      >
        <TextArea isMono rows={3} {...text('context')} spellCheck={false} />
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
    </FormDialog>
  )
}

type Made = EndpointInput<typeof createAssistant>['body']
type Changed = EndpointInput<typeof patchAssistant>

/** Saves an assistant, and leads to a new one. */
function useSaved(deploymentId: string, onClose: () => void) {
  const api = useApi()
  const navigate = useNavigate()
  const invalidates = (made: Assistant) =>
    whatAssistantsChange(api, deploymentId, made.assistant_id)
  const creating = useCall(api.agent(deploymentId), createAssistant, { invalidates })
  const patching = useCall(api.agent(deploymentId), patchAssistant, { invalidates })
  const open = ({ assistant_id }: Assistant) => {
    // What is on its way out no longer asks whether to leave it.
    flushSync(onClose)
    void navigate(paths.assistant(deploymentId, assistant_id))
  }
  const tell = ({ version }: Assistant) => {
    toast.ok(`Saved as version ${version ?? ''}`.trim())
    onClose()
  }
  return {
    create: (body: Made) => creating.mutate({ body }, { onSuccess: open }),
    change: (changed: Changed) => patching.mutate(changed, { onSuccess: tell }),
    error: creating.error ?? patching.error,
    isPending: creating.isPending || patching.isPending,
  }
}

function titleOf(assistant: Assistant | undefined, isCopy: boolean): string {
  if (!assistant) return 'New assistant'
  const name = assistant.name || assistant.graph_id
  return isCopy ? `Copy of ${name}` : `Edit ${name}`
}

type Typed = { name: string; description: string; config: string; context: string }

/** What is typed, as it is sent. */
function bodyOf(typed: Typed) {
  const config = parseObject(typed.config, { configurable: {} })
  const context = parseObject(typed.context, { language: 'en' })
  const body = {
    name: typed.name.trim(),
    description: typed.description.trim() || null,
    config: config.value,
    context: context.value,
  }
  return { body, config, context }
}

function jsonText(value: Record<string, unknown> | null | undefined): string {
  return value && Object.keys(value).length > 0 ? writeJson(value, 2) : ''
}

type ObjectRead = { value: Record<string, unknown>; fault?: string }

/** An empty text is an empty object. */
function parseObject(text: string, example: object): ObjectRead {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> }
    }
    return { value: {}, fault: `Write a JSON object, as ${JSON.stringify(example)}.` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    return { value: {}, fault: `This is not JSON: ${reason}` }
  }
}
