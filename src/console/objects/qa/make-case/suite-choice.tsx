import { useQuery } from '@tanstack/react-query'
import type { InputHTMLAttributes } from 'react'
import { Field } from '../../../../ui/controls/field.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../../../ui/overlay/select-menu.tsx'
import { useApi } from '../../../api.tsx'
import { suitesQuery } from '../qa-queries.ts'

const newSuite = ''

/** What is typed of a suite: the one that was chosen (null: the one that was changed last), and the name of a new one. */
export interface TypedSuite {
  suite: string | null
  name: string
}

/** The suite that cases go into. */
export function useSuiteChoice({ suite, name }: TypedSuite) {
  const { data, error, isPending } = useQuery(suitesQuery(useApi()))
  const suiteId = suite ?? data?.[0]?.suite_id ?? newSuite
  const isNew = suiteId === newSuite
  const missing = isPending
    ? 'The suites are being read'
    : isNew && !name.trim()
      ? 'Name the new suite'
      : undefined
  return { suiteId, isNew, missing, suites: data ?? [], isPending, fault: data ? null : error }
}

type SuiteFieldsProps = {
  choice: ReturnType<typeof useSuiteChoice>
  onChoose: (suite: string) => void
  name: Pick<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>
  nameFault: string | undefined
}

/** One of the suites, or the name of a new one. */
export function SuiteFields({ choice, onChoose, name, nameFault }: SuiteFieldsProps) {
  const { suites, suiteId, isNew, isPending, fault } = choice
  return (
    <>
      <Field label="Suite" isGroup error={fault?.message}>
        <div>
          <SelectMenu
            label="Suite"
            variant="default"
            value={suiteId}
            options={[
              ...suites.map(({ suite_id, name }) => ({ value: suite_id, label: name })),
              { value: newSuite, label: 'A new suite' },
            ]}
            onValueChange={onChoose}
          />
        </div>
      </Field>
      {isNew && !isPending && (
        <Field label="Name of the new suite" error={nameFault}>
          <TextInput {...name} autoComplete="off" />
        </Field>
      )}
    </>
  )
}
