import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { messagesOf } from '../../../../contract/agent-server/messages.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Checkbox } from '../../../../ui/controls/checkbox.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { Note } from '../../../../ui/page/note.tsx'
import { useApi } from '../../../api.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useFieldRefusal } from '../../../forms/use-field-refusal.ts'
import { paths } from '../../../paths.ts'
import { suiteQuery } from '../qa-queries.ts'
import type { Before } from './case-of-run.ts'
import { SuiteFields } from './suite-choice.tsx'
import { type MadeOf, useMakeCase } from './use-make-case.ts'

type MakeCaseDialogProps = MadeOf & {
  /** What was answered, to be taken as what is expected. */
  answer?: string | undefined
  /** In words: as what the thread was the case begins. */
  beginsWords?: string
  /** What it begins with is being read, in words. */
  reading?: string | undefined
  /** Why the words are missing. */
  problem?: string | undefined
  onClose: () => void
}

/** Makes a case of what was said once, in a suite or in a new one. */
export function MakeCaseDialog(props: MakeCaseDialogProps) {
  const { answer, onClose } = props
  const openCase = useOpenCase()
  const made = useMakeCase(props, (suite, key) => {
    toast.ok('Made the case', {
      description: `${key} in ${suite.name}`,
      action: { label: 'Open it', onClick: () => void openCase(suite.suite_id, key) },
    })
    onClose()
  })
  const { typed, set, text, choice, words, expected, error } = made
  const held = { ...{ name: typed.name, expected, key: made.key, tags: typed.tags }, turns: words }
  const refusal = useFieldRefusal(error, { isPending: made.isPending, held, fieldOf: partOfCase })
  const isInput = props.input !== undefined
  return (
    <FormDialog
      title="Make a case"
      description="It asks the same again in each session of its suite."
      size="lg"
      onClose={onClose}
      isDirty={made.isDirty}
      isPending={made.isPending}
      error={error}
      refusal={refusal}
      submitLabel="Make case"
      reading={props.reading}
      missing={made.missing}
      onSubmit={made.submit}
    >
      {props.problem && <Note tone="warn">{props.problem}</Note>}
      <div className="grid gap-4 sm:grid-cols-2">
        <SuiteFields
          choice={choice}
          onChoose={(suite) => set({ suite })}
          name={text('name')}
          nameFault={refusal.at('name')}
        />
      </div>
      <Field
        label={isInput ? 'Input' : 'What the user says'}
        hint={isInput ? 'As JSON: it has more than one message.' : undefined}
        error={refusal.at('turns')}
      >
        <TextArea
          rows={isInput ? 5 : 3}
          isMono={isInput}
          value={words}
          onChange={({ target }) => set({ words: target.value })}
        />
      </Field>
      {props.before && (
        <Checkbox
          label={`${props.beginsWords ?? 'Begin as the thread was before'}${heldWords(props.before)}`}
          checked={typed.beginsBefore}
          onChange={({ target }) => set({ beginsBefore: target.checked })}
        />
      )}
      <Field
        label="What a good answer does"
        hint="In plain words, for those who judge."
        error={refusal.at('expected')}
      >
        <TextArea
          rows={2}
          value={expected}
          onChange={({ target }) => set({ expected: target.value })}
        />
      </Field>
      {answer && (
        <Answer
          text={answer}
          isTaken={expected === answer}
          onTake={() => set({ expected: answer })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Key"
          hint="Names the case. A taken one gets a number."
          error={refusal.at('key')}
        >
          <TextInput
            isMono
            value={made.key}
            onChange={({ target }) => set({ key: target.value })}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label="Tags" hint="With commas between them." error={refusal.at('tags')}>
          <TextInput {...text('tags')} autoComplete="off" />
        </Field>
      </div>
    </FormDialog>
  )
}

/** ` (3 messages)`, where what it held has messages. */
function heldWords({ values }: Before): string {
  const { length } = messagesOf(values)
  return length === 0 ? '' : ` (${length} message${length === 1 ? '' : 's'})`
}

const fields = ['name', 'turns', 'expected', 'key', 'tags']

/** The field that a fault is about, whether it is in the body or in the case of a new suite. */
const partOfCase = (loc: readonly (string | number)[]) =>
  fields.find((field) => loc.includes(field)) ?? ''

type AnswerProps = { text: string; isTaken: boolean; onTake: () => void }

function Answer({ text, isTaken, onTake }: AnswerProps) {
  return (
    <div className="-mt-2 flex items-start gap-3 rounded-md border bg-bg px-3 py-2">
      <div className="min-w-0 grow">
        <p className="text-ink-2 text-sm">What was answered</p>
        <p className="line-clamp-3 whitespace-pre-wrap break-words">{text}</p>
      </div>
      <Button
        size="sm"
        onClick={onTake}
        disabledReason={isTaken ? 'It is expected already' : undefined}
      >
        Expect this
      </Button>
    </div>
  )
}

/** Leads to a case that was just made: where its key was taken, it has got a number. */
function useOpenCase() {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async (suiteId: string, wanted: string) => {
    const suite = await queryClient.fetchQuery(suiteQuery(api, suiteId)).catch(() => null)
    const keys = suite?.cases.map(({ key }) => key) ?? []
    const made = keys.findLast((key) => key === wanted || key.startsWith(`${wanted}-`))
    await navigate(paths.suiteCase(suiteId, made ?? wanted))
  }
}
