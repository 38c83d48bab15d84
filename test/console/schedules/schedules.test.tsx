import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cron } from '../../../src/contract/agent-server/crons.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let deployment: Deployment

beforeAll(async () => {
  stack = await startDomStack()
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('Hello'))
  deployment = (await stack.deploy(repository.folder)).deployment
})
afterAll(() => stack?.close())

const address = () => `/deployments/${deployment.id}/schedules`
const crons = () => stack.json<Cron[]>('POST', '/agents/agent/runs/crons/search', {})

it('makes a schedule, says it in words, starts it by hand, pauses, changes and deletes it', async () => {
  const { user, router } = renderConsole(stack, address())
  await screen.findByText('No schedules')
  await user.click(screen.getByRole('button', { name: 'New schedule' }))
  const form = within(await screen.findByRole('dialog', { name: 'New schedule' }))
  const schedule = form.getByRole('textbox', { name: 'Schedule' })
  expect(schedule).toHaveAccessibleDescription('At 09:00, Monday through Friday')
  await user.clear(schedule)
  await user.type(schedule, '0 25 * * *')
  const zone = form.getByRole('combobox', { name: 'Time zone' })
  await user.clear(zone)
  await user.type(zone, 'Europe/Berlin')
  await user.click(form.getByRole('checkbox', { name: 'Keep the thread of each run' }))
  await user.click(form.getByRole('button', { name: 'Create schedule' }))
  await waitFor(() => expect(schedule).toHaveAccessibleDescription(/0-23.*minute, hour, day/))
  expect(schedule).toHaveFocus()
  await user.clear(schedule)
  await user.type(schedule, '0 5 * * *')
  await user.click(form.getByRole('textbox', { name: 'Input' }))
  await user.keyboard('{Control>}a{/Control}')
  await user.paste('{"messages": ')
  expect(form.getByRole('textbox', { name: 'Input' })).toHaveAccessibleDescription(/not JSON/)
  await user.paste('[{"role": "user", "content": "Good morning"}]}')
  await user.click(form.getByText('Same request from CI'))
  expect(form.getByRole('region', { name: 'request' })).toHaveTextContent(
    /-X POST .*\/agents\/agent\/runs\/crons' .*"timezone": "Europe\/Berlin".*"on_run_completed": "keep"/,
  )
  await user.click(form.getByRole('button', { name: 'Create schedule' }))

  const table = within(await screen.findByRole('table', { name: 'Schedules' }))
  const row = await table.findByRole('row', { name: /At 05:00/ })
  expect(row).toHaveTextContent('0 5 * * * · Europe/Berlin')
  expect(row).toHaveTextContent('a thread each, kept')
  expect(row).toHaveTextContent('Active')
  const more = within(row).getByRole('button', { name: 'More about At 05:00' })
  await user.click(more)
  await user.click(screen.getByRole('menuitem', { name: 'Run now' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/threads\/[^/]+\/runs\//))
  const [made] = await crons()
  expect(router.state.location.pathname).toContain(made?.last_run_id)
  // Before that the list is there still, and is drawn anew on the way back: a menu of it would go with it.
  await screen.findByText(made?.last_run_id ?? '')

  await router.navigate(address())
  const again = await screen.findByRole('row', { name: /At 05:00/ })
  expect(await within(again).findByRole('link', { name: /^run / })).toHaveAttribute(
    'href',
    `/deployments/${deployment.id}/threads/${made?.last_thread_id}/runs/${made?.last_run_id}`,
  )
  const choose = async (name: string, time = '05:00') => {
    await user.click(await screen.findByRole('button', { name: `More about At ${time}` }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Pause')
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /At 05:00/ })).toHaveTextContent('Paused'),
  )
  await choose('Resume')
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /At 05:00/ })).toHaveTextContent('Active'),
  )
  await choose('Edit…')
  const edit = within(await screen.findByRole('dialog', { name: 'Edit the schedule' }))
  expect(edit.getByRole('textbox', { name: 'Input' })).toHaveValue(
    JSON.stringify({ messages: [{ role: 'user', content: 'Good morning' }] }, null, 2),
  )
  await user.type(edit.getByRole('textbox', { name: 'Ends' }), 'tomorrow')
  await user.click(edit.getByRole('button', { name: 'Save' }))
  const ends = edit.getByRole('textbox', { name: 'Ends' })
  await waitFor(() => expect(ends).toHaveAccessibleDescription(/^Write a date and time/))
  await user.clear(ends)
  await user.type(ends, '2100-01-01T00:00:00Z')
  // Others change it meanwhile.
  await stack.json('PATCH', `/agents/agent/runs/crons/${made?.cron_id}`, { schedule: '0 6 * * *' })
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await crons()).toMatchObject([
    {
      schedule: '0 6 * * *',
      end_time: '2100-01-01T00:00:00.000Z',
      timezone: 'Europe/Berlin',
      on_run_completed: 'keep',
    },
  ])
  await choose('Edit…', '06:00')
  const anew = within(await screen.findByRole('dialog', { name: 'Edit the schedule' }))
  await user.clear(anew.getByRole('textbox', { name: 'Schedule' }))
  await user.type(anew.getByRole('textbox', { name: 'Schedule' }), '0 7 * * *')
  // 33: others delete it meanwhile, and with it nothing that is typed.
  await stack.json('DELETE', `/agents/agent/runs/crons/${made?.cron_id}`)
  await screen.findByText(/^It was deleted elsewhere/)
  await user.click(anew.getByRole('button', { name: 'Create schedule' }))
  await screen.findByText('Made the schedule')
  expect(await crons()).toMatchObject([
    { schedule: '0 7 * * *', timezone: 'Europe/Berlin', on_run_completed: 'keep' },
  ])
  await choose('Delete…', '07:00')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Delete this schedule?' }))
  await user.click(confirm.getByRole('button', { name: 'Delete schedule' }))
  await screen.findByText('No schedules')
  expect(await crons()).toEqual([])
})

it('33: each fault is told at its field, the thread’s too, until the field is changed', async () => {
  const { user } = renderConsole(stack, address())
  // Before the assistants are read, of whom the first is the usual one.
  await user.click(await screen.findByRole('button', { name: 'New schedule' }))
  const form = within(await screen.findByRole('dialog', { name: 'New schedule' }))
  await form.findByRole('button', { name: 'Assistant: agent' })
  const [thread, ends] = ['Thread', 'Ends'].map((name) => form.getByRole('textbox', { name }))
  if (!thread || !ends) throw new Error('The form lacks fields.')
  await user.type(thread, 'mine')
  await user.type(ends, 'tomorrow')
  await user.click(form.getByRole('button', { name: 'Create schedule' }))
  await waitFor(() => expect(thread).toBeInvalid())
  expect(thread).toHaveAccessibleDescription(/UUID/)
  expect(thread).toHaveFocus()
  expect(ends).toHaveAccessibleDescription(/^Write a date and time/)
  await user.type(ends, '?')
  expect(ends).toBeValid()
  expect(ends).toHaveFocus()
  expect(thread).toBeInvalid()
  await user.keyboard('{Backspace}')
  expect(ends).toBeInvalid()
})

it('a schedule of a thread leads to it', async () => {
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', '/agents/agent/threads', {})
  const path = `/agents/agent/threads/${thread_id}/runs/crons`
  await stack.json('POST', path, { assistant_id: 'agent', schedule: '@hourly', input: {} })
  renderConsole(stack, address())
  const row = await screen.findByRole('row', { name: /Every hour/ })
  expect(within(row).getByRole('link', { name: /^on thread/ })).toHaveAttribute(
    'href',
    `/deployments/${deployment.id}/threads/${thread_id}`,
  )
})
