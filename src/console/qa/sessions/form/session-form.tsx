import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { Case } from '../../../../contract/qa/cases.ts'
import { sessionLimits } from '../../../../contract/qa/sessions.ts'
import type { SuiteSummary } from '../../../../contract/qa/suites.ts'
import { Checkbox } from '../../../../ui/controls/checkbox.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { useApi } from '../../../api.tsx'
import { Pair, Toggle } from '../../../forms/form-parts.tsx'
import { suiteQuery } from '../../../objects/qa/qa-queries.ts'
import { counted } from '../../results/figures.ts'
import { capFields } from './cap-values.ts'
import { ReviewersField } from './reviewers-field.tsx'
import { Choice, Section, type SessionForm, Text } from './session-fields.tsx'
import { chosenCases } from './session-values.ts'
import { TargetFields } from './target-fields.tsx'

type SessionFieldsProps = { form: SessionForm; suites: readonly SuiteSummary[] }

/** What a session is asked for. */
export function SessionFields({ form, suites }: SessionFieldsProps) {
  const { control } = form
  const suiteId = useWatch({ control, name: 'suite_id' })
  const isCompared = useWatch({ control, name: 'isCompared' })
  const repeats = Number(useWatch({ control, name: 'repeats' }))
  const { data: suite } = useQuery({
    ...suiteQuery(useApi(), suiteId),
    enabled: suiteId !== '',
  })
  const cases = suite?.cases ?? []
  return (
    <>
      <Choice
        form={form}
        name="suite_id"
        label="Suite"
        required="Choose a suite."
        options={suites.map(({ suite_id, name, version, case_count }) => ({
          value: suite_id,
          label: name,
          description: `v${version} · ${counted(case_count, 'case')}`,
        }))}
        onChosen={() => form.setValue('tags', [])}
      />
      <Tags form={form} cases={cases} />
      <Section title={isCompared ? 'First target' : 'Target'}>
        <TargetFields form={form} index={0} />
      </Section>
      <CompareToggle form={form} />
      {isCompared && (
        <Section title="Candidate">
          <TargetFields form={form} index={1} />
        </Section>
      )}
      <Section title="Repeats and judging">
        <Pair>
          <Text
            form={form}
            name="repeats"
            label="Repeats"
            hint={`Each case so many times, up to ${sessionLimits.repeats}. Answers differ from time to time.`}
            isNumber
          />
          <Text
            form={form}
            name="passes_needed"
            label="Passes needed"
            hint={`Of the repeats, for a case to pass. Empty: more than half${repeats > 1 ? `, ${Math.floor(repeats / 2) + 1} of ${repeats}` : ''}.`}
            isNumber
          />
        </Pair>
        <ReviewersField form={form} />
        {isCompared && (
          <div>
            <Toggle form={form} name="is_blind" label="Judge blind" />
            <p className="pl-6 text-ink-3 text-sm">
              Reviewers see answers A and B, and not which target gave which, until the session is
              closed.
            </p>
          </div>
        )}
      </Section>
      <Section title="Limits">
        {[capFields.slice(0, 2), capFields.slice(2)].map((pair) => (
          <Pair key={pair[0]?.name}>
            {pair.map(({ name, label, hint }) => (
              <Text
                key={name}
                form={form}
                name={`caps.${name}`}
                label={label}
                hint={hint}
                isNumber
              />
            ))}
          </Pair>
        ))}
      </Section>
      <More form={form} suiteName={suite?.name} />
      <SideEffects form={form} cases={cases} />
    </>
  )
}

/** What is compared begins with the first target's place: often only the assistant is another. */
function CompareToggle({ form }: { form: SessionForm }) {
  return (
    <Controller
      control={form.control}
      name="isCompared"
      render={({ field: { value, onChange, onBlur } }) => (
        <Checkbox
          label="Compare with a second target"
          checked={value}
          onBlur={onBlur}
          onChange={({ target }) => {
            onChange(target.checked)
            if (!target.checked || form.getValues('targets.1.assistant_id') !== '') return
            form.setValue('targets.1', { ...form.getValues('targets.0'), assistant_id: '' })
          }}
        />
      )}
    />
  )
}

function Tags({ form, cases }: { form: SessionForm; cases: readonly Case[] }) {
  const tags = [...new Set(cases.flatMap((one) => one.tags))]
  if (tags.length === 0) return null
  return (
    <Field
      label="Tags"
      isGroup
      hint="Only cases with one of these. None chosen: all cases."
      error={form.formState.errors.tags?.message}
    >
      <Controller
        control={form.control}
        name="tags"
        render={({ field: { value, onChange } }) => (
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {tags.map((tag) => (
              <Checkbox
                key={tag}
                label={tag}
                checked={value.includes(tag)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, tag] : value.filter((other) => other !== tag),
                  )
                }
              />
            ))}
          </div>
        )}
      />
    </Field>
  )
}

function More({ form, suiteName }: { form: SessionForm; suiteName: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, seed } = form.formState.errors
  return (
    <details
      open={isOpen || Boolean(name || seed)}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="w-max cursor-pointer rounded-sm py-1 pr-1 text-ink-2">More</summary>
      <div className="mt-3">
        <Pair>
          <Text
            form={form}
            name="name"
            label="Name"
            hint={suiteName ? `Empty: “${suiteName}”.` : 'Empty: that of the suite.'}
          />
          <Text
            form={form}
            name="seed"
            label="Seed"
            hint="A number that the sides of a blind comparison are drawn by. Empty: one is made up."
            isNumber
          />
        </Pair>
      </div>
    </details>
  )
}

/** How many keys are written out. */
const mostKeys = 12

/** Asks once before something is done that stays done. */
function SideEffects({ form, cases }: { form: SessionForm; cases: readonly Case[] }) {
  const tags = useWatch({ control: form.control, name: 'tags' })
  const error = form.formState.errors.accepts_side_effects?.message
  const keys = chosenCases(cases, tags).flatMap((one) => (one.has_side_effects ? [one.key] : []))
  if (keys.length === 0 && !error) return null
  const rest = keys.length - mostKeys
  return (
    <Note tone="warn" title={`${counted(keys.length, 'case')} with side effects`}>
      <p className="mono mt-1 [overflow-wrap:anywhere]">
        {keys.slice(0, mostKeys).join(', ')}
        {rest > 0 && ` and ${rest} more`}
      </p>
      <p className="mt-1 text-ink-2">
        Every attempt does them anew: each repeat, on each target. They are not undone.
      </p>
      <div className="mt-2">
        <Toggle form={form} name="accepts_side_effects" label="Run them all the same" />
      </div>
      {error && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {error}
        </p>
      )}
    </Note>
  )
}
