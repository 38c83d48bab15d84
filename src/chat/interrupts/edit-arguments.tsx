import type { ActionQuestion } from '../../contract/agent-server/action-request.ts'
import { type SchemaField, schemaFields } from '../../contract/agent-server/input/schema-fields.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { JsonForm } from '../composer/form/answer-forms.tsx'
import { onEscape } from '../composer/on-escape.ts'
import { useKeptText } from '../composer/use-kept-text.ts'

// Few questions have one.
const SchemaForm = lazyPart(() =>
  import('../composer/form/schema-form.tsx').then((code) => code.SchemaForm),
)

type EditArgumentsProps = {
  question: ActionQuestion
  /** Under what a way to edit keeps what is typed. */
  draftOf: (mode: string) => string | null
  isSending: boolean
  onBack: () => void
  onSubmit: (args: unknown) => void
}

/** The arguments of an action to be changed: a form of their fields, or JSON. */
export function EditArguments(props: EditArgumentsProps) {
  const { question, draftOf, isSending, onBack, onSubmit } = props
  const { args } = question
  const fields = argumentFields(question)
  const [way, setWay] = useKeptText(draftOf('way'), 'form')
  if (fields.length === 0 || way === 'json') {
    return (
      <JsonForm
        label="Arguments"
        isFresh
        draftKey={draftOf('edit')}
        initial={args}
        submitLabel="Approve with changes"
        isSending={isSending}
        onBack={onBack}
        onSubmit={onSubmit}
      >
        {fields.length > 0 && (
          <Button variant="ghost" onClick={() => setWay('form')}>
            Edit in a form
          </Button>
        )}
      </JsonForm>
    )
  }
  const names = new Set(fields.map(({ name }) => name))
  const others = Object.entries(args).filter(([name]) => !names.has(name))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves the form from any of its boxes
    <div onKeyDown={onEscape(onBack)}>
      <SchemaForm
        isFresh
        fields={fields}
        schema={question.argsSchema}
        draftKey={draftOf('edit-form')}
        submitLabel="Approve with changes"
        isSending={isSending}
        onSubmit={(value) => onSubmit({ ...Object.fromEntries(others), ...value })}
      >
        <Button onClick={onBack}>Back</Button>
        <Button variant="ghost" onClick={() => setWay('json')}>
          Edit as JSON
        </Button>
      </SchemaForm>
    </div>
  )
}

/** The fields of the action's own schema, else one for each argument that it has; they hold the arguments. */
function argumentFields({ args, argsSchema }: ActionQuestion): readonly SchemaField[] {
  const known = schemaFields(argsSchema)
  if (known) return known.map((field) => ({ ...field, initial: args[field.name] ?? field.initial }))
  return Object.entries(args).map(([name, value]) => ({
    name,
    label: name,
    description: '',
    kind: kindOfValue(value),
    choices: [],
    isRequired: false,
    isNullable: false,
    takesWords: false,
    initial: value,
    rules: {},
  }))
}

function kindOfValue(value: unknown): SchemaField['kind'] {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'json'
}
