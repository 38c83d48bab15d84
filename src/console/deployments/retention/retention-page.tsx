import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  patchRetention,
  previewRetention,
  type RetentionName,
  retentionNames,
} from '../../../contract/control-plane/retention.ts'
import { retentionPage, retentionRead } from '../../../contract/pages/retention-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { query, useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { paths } from '../../paths.ts'
import { readQuery } from '../../reads.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentQuery } from '../queries.ts'
import { RemovedFacts } from './removed-facts.tsx'
import {
  daysName,
  isDays,
  isOn,
  type RetentionDays,
  type RetentionValues,
  retentionPatch,
  retentionValues,
  retentionWords,
  ruleOf,
} from './retention-values.ts'
import { WhatWouldGo } from './what-would-go.tsx'

export const handle = {
  useTitle: () => 'Retention',
  firstReads: retentionPage,
} satisfies PageHandle

const textOf = (rule: RetentionDays) => JSON.stringify(rule)

/** How long a deployment keeps what is its own. Nothing is switched on before somebody saw what would go. */
export function Component() {
  const api = useApi()
  const deploymentId = useParam('deploymentId')
  const params = { deployment_id: deploymentId }
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const read = readQuery(api, retentionRead(deploymentId))
  const { data: retention } = useSuspenseQuery(read)
  const [asked, setAsked] = useState<RetentionDays | null>(null)
  const preview = useQuery({
    ...query(api.controlPlane, previewRetention, { params, body: asked ?? {} }),
    enabled: asked !== null,
    retry: false,
  })
  const typed = (patch: object) => ruleOf({ ...retention.rule, ...patch })
  const isSeen = (rule: RetentionDays) =>
    asked !== null && textOf(asked) === textOf(rule) && preview.data !== undefined
  const look = (rule: RetentionDays) => {
    if (asked && textOf(asked) === textOf(rule)) void preview.refetch()
    else setAsked(rule)
  }
  const refusal = (patch: object) => {
    const rule = typed(patch)
    const isToSee = Object.keys(patch).length > 0 && isOn(rule) && !isSeen(rule)
    return isToSee ? 'Look first at what would go' : undefined
  }
  return (
    <FormPage
      key={deploymentId}
      title={`Retention of ${deployment.name}`}
      before={retentionValues(retention)}
      mode="onChange"
      endpoint={patchRetention}
      inputOf={(values, before) => ({ params, body: retentionPatch(values, before) })}
      invalidates={[read.queryKey]}
      staysWith={retentionValues}
      onSaved={({ rule }) => {
        setAsked(null)
        toast.ok(isOn(ruleOf(rule)) ? 'Saved. What is old goes from now on' : 'Saved')
      }}
      submitLabel="Save"
      cancelTo={paths.deployment(deploymentId)}
      refusal={refusal}
      effect={(patch) => (
        <Card>
          <CardHeader
            title="What would go now"
            actions={
              <Button
                size="sm"
                isPending={preview.isFetching}
                onClick={() => look(typed(patch))}
                disabledReason={isOn(typed(patch)) ? undefined : 'Everything is kept'}
              >
                Look
              </Button>
            }
          />
          {isSeen(typed(patch)) && preview.data ? (
            <WhatWouldGo preview={preview.data} />
          ) : (
            <CardBody>
              {preview.error ? (
                <Note tone="bad">{preview.error.message}</Note>
              ) : (
                <p className="text-ink-2 text-sm">
                  {isOn(typed(patch))
                    ? 'It is counted before anything is removed.'
                    : 'Nothing: everything is kept.'}
                </p>
              )}
            </CardBody>
          )}
        </Card>
      )}
      beside={() => <RemovedFacts retention={retention} />}
    >
      {(form) => (
        <>
          <p className="text-ink-2">
            What is older goes for good, in the background. Kept all the same: a thread with a run
            that works or waits, or that waits for a person, what QA refers to, threads with a time
            of their own, those that a schedule runs on, and those of embedded chats. Previews count
            as their deployment.
          </p>
          {retentionNames.map((name) => (
            <DaysField key={name} form={form} name={name} />
          ))}
        </>
      )}
    </FormPage>
  )
}

type DaysFieldProps = { form: UseFormReturn<RetentionValues>; name: RetentionName }

function DaysField({ form, name }: DaysFieldProps) {
  const field = daysName(name)
  return (
    <Field
      label={`${retentionWords[name]}, in days`}
      hint={hints[name]}
      error={form.formState.errors[field]?.message}
    >
      <TextInput
        inputMode="numeric"
        placeholder={name === 'events' ? 'as the server’s settings say' : 'for ever'}
        autoComplete="off"
        spellCheck={false}
        {...form.register(field, { validate: isDays })}
      />
    </Field>
  )
}

const hints: Record<RetentionName, string> = {
  threads:
    'Since anything about the thread changed. Its runs, states, events and votes go with it.',
  runs: 'Since the run ended. Its events and votes go with it; the thread keeps its messages and states, and what was spent stays counted.',
  events: 'Since the run ended: what a resumable run told, for whoever joins it again.',
  logs: 'Lines that the agent’s process wrote, of every revision. Logs of builds and rollouts stay.',
  votes: 'Since the vote was first given.',
}
