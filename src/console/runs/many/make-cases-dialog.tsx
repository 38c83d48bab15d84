import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import { addCase, createSuite } from '../../../contract/qa/suites.ts'
import { jsonText } from '../../../ui/format/json-text.ts'
import { type Api, useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useFieldRefusal } from '../../forms/use-field-refusal.ts'
import { useTyped } from '../../forms/use-typed.ts'
import { type ManyJob, NothingToDo, startManyJob } from '../../lists/selection/many-job.ts'
import { readCaseOfRun } from '../../objects/qa/make-case/case-of-run.ts'
import { keyOfWords, madeCase } from '../../objects/qa/make-case/made-case.ts'
import { SuiteFields, useSuiteChoice } from '../../objects/qa/make-case/suite-choice.tsx'
import { whatSuitesChange } from '../../objects/qa/qa-queries.ts'
import type { ListedRun } from '../run-columns.tsx'

type MakeCasesDialogProps = {
  items: readonly { key: string; name: string; item: ListedRun }[]
  onClose: () => void
  onBegun: (job: ManyJob) => void
}

/** Makes a case of each of several runs, in a suite or in a new one: each as the window for one makes it, untouched. */
export function MakeCasesDialog({ items, onClose, onBegun }: MakeCasesDialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { typed, set, text, isDirty } = useTyped({ suite: null as string | null, name: '' })
  const choice = useSuiteChoice(typed)
  const create = useCall(api.gateway, createSuite)
  const count = `${items.length} ${items.length === 1 ? 'case' : 'cases'}`
  const begin = (suite_id: string) => {
    const act = async (chosen: ListedRun) => {
      await makeCase(api, suite_id, chosen)
      return undefined
    }
    const onEnd = () => {
      for (const key of whatSuitesChange(api)) {
        void queryClient.invalidateQueries({ queryKey: key })
      }
    }
    onBegun(startManyJob(items, { doing: 'Making cases', done: 'made' }, act, onEnd))
    onClose()
  }
  const submit = () => {
    if (!choice.isNew) return begin(choice.suiteId)
    create.mutate(
      { body: { name: typed.name.trim() } },
      { onSuccess: (suite) => begin(suite.suite_id) },
    )
  }
  const { error, isPending } = create
  const refusal = useFieldRefusal(error, { isPending, held: { name: typed.name } })
  return (
    <FormDialog
      title={`Make ${count}`}
      description="Each asks the same as its run, from the state before it. What is expected is written in the suite."
      onClose={onClose}
      isDirty={isDirty}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={`Make ${count}`}
      missing={choice.missing}
      onSubmit={submit}
    >
      <SuiteFields
        choice={choice}
        onChoose={(suite) => set({ suite })}
        name={text('name')}
        nameFault={refusal.at('name')}
      />
    </FormDialog>
  )
}

async function makeCase(api: Api, suite_id: string, chosen: ListedRun): Promise<void> {
  const { run, deploymentId } = chosen
  const params = { thread_id: run.thread_id, run_id: run.run_id }
  const { text, input, before = null } = await readCaseOfRun(api.agent(deploymentId), params)
  const words = input === undefined ? text : jsonText(input)
  if (!words.trim()) throw new NothingToDo('It was told nothing: it went on from where it stood.')
  const made = madeCase(
    {
      key: keyOfWords(text),
      words,
      isInput: input !== undefined,
      expected: '',
      tags: '',
      before: before?.values ?? null,
    },
    {
      connection_id: api.connection.id,
      deployment_id: deploymentId,
      ...params,
      ...(before?.checkpoint_id && { checkpoint_id: before.checkpoint_id }),
    },
  )
  if (!made) throw new NothingToDo('Its input cannot be written as JSON.')
  await call(api.gateway, addCase, { params: { suite_id }, body: made })
}
