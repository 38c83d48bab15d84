// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Checkbox } from '../../src/ui/controls/checkbox.tsx'
import { ChoiceCards } from '../../src/ui/controls/choice-card.tsx'
import { Field } from '../../src/ui/controls/field.tsx'
import { TextArea } from '../../src/ui/controls/text-area.tsx'
import { TextInput } from '../../src/ui/controls/text-input.tsx'

afterEach(cleanup)

it('ties label, hint and error to the control inside', () => {
  const { rerender } = render(
    <Field label="Name" hint="Lower case">
      <TextInput />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  expect(input).toHaveAccessibleDescription('Lower case')
  expect(input).toBeValid()
  rerender(
    <Field label="Name" hint="Lower case" error="Already taken">
      <TextInput />
    </Field>,
  )
  expect(input).toHaveAccessibleDescription('Already taken')
  expect(input).toBeInvalid()
})

it('a group names several controls', () => {
  render(
    <Field label="Secrets" isGroup hint="Kept encrypted">
      <TextArea aria-label="Paste" />
    </Field>,
  )
  expect(screen.getByRole('group', { name: 'Secrets' })).toHaveAccessibleDescription(
    'Kept encrypted',
  )
  expect(screen.getByRole('textbox', { name: 'Paste' })).not.toHaveAccessibleDescription()
})

it('a choice moves by pointer, and leaves out what cannot be chosen, with its reason', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('radio', { name: 'Running server' }))
  expect(screen.getByRole('radio', { name: 'Running server' })).toBeChecked()
  const image = screen.getByRole('radio', { name: 'Container image' })
  expect(image).toBeDisabled()
  expect(image).toHaveAccessibleDescription('No container engine here')
})

it('a checkbox can stand for some of what it covers', () => {
  render(<Checkbox label="All runs" isLabelHidden isIndeterminate />)
  expect(screen.getByRole('checkbox', { name: 'All runs' })).toBePartiallyChecked()
})

function Page() {
  const [source, setSource] = useState('git')
  return (
    <ChoiceCards
      legend="Source"
      value={source}
      onValueChange={setSource}
      options={[
        { value: 'git', title: 'Git repository', description: 'Clone and build' },
        { value: 'server', title: 'Running server', description: 'Attach' },
        {
          value: 'image',
          title: 'Container image',
          description: 'Run',
          disabledReason: 'No container engine here',
        },
      ]}
    />
  )
}
