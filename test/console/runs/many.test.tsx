import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

it('chosen runs are run again, and made into cases of a suite', async () => {
  const words = ['Where is the lamp?', 'Where is the chair?']
  for (const text of words) await bench.wait(await bench.thread(text), 'talk', said(text))
  const { user } = renderConsole(bench.stack, `${bench.pages}/runs`)
  const boxes = await screen.findAllByRole('checkbox', { name: /^Choose run / })
  for (const box of boxes) await user.click(box)
  const bar = within(await screen.findByRole('toolbar', { name: 'The chosen runs' }))
  await bar.findByText('2 chosen')
  expect(bar.getByRole('button', { name: 'Stop and keep' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await user.click(bar.getByRole('button', { name: 'Make cases…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Make 2 cases' }))
  await user.click(await form.findByRole('button', { name: /^Suite/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'A new suite' }))
  await user.type(form.getByRole('textbox', { name: 'Name of the new suite' }), 'Furniture{Enter}')
  const made = within(await screen.findByRole('dialog', { name: '2 made' }))
  await user.click(made.getByRole('button', { name: 'Done' }))
  const suites = await bench.stack.json<Suite[]>('GET', '/gateway/qa/suites')
  const id = suites.find(({ name }) => name === 'Furniture')?.suite_id
  const { cases } = await bench.stack.json<Suite>('GET', `/gateway/qa/suites/${id}`)
  expect(cases.map(({ key }) => key).sort()).toEqual(['where-is-the-chair', 'where-is-the-lamp'])
  await user.click(bar.getByRole('button', { name: 'Run again…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Run 2 runs again?' }))
  await user.click(question.getByRole('button', { name: 'Run again' }))
  const told = within(await screen.findByRole('dialog', { name: '2 run again' }))
  expect(told.getAllByText(/^Runs as /)).toHaveLength(2)
  const found = await bench.agent<{ runs: Run[] }>('POST', '/runs/search', {})
  expect(found.runs).toHaveLength(4)
})
