import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertRule } from '../../../src/contract/alerts/rules.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type Receiver, startReceiver } from '../../server/alerts/receiver.ts'

let stack: DomStack
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  stack = await startDomStack()
})
afterAll(async () => {
  await stack?.close()
  await receiver?.close()
})

it('a channel is made and tried, a rule tells it of what fails, and that is silenced', async () => {
  receiver.answer = (response) => response.writeHead(200).end('noted')
  const { user } = renderConsole(stack, '/alerts/channels')
  await screen.findByText('No channels yet')
  await user.click(screen.getByRole('button', { name: 'New channel' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'New channel' }))
  const make = dialog.getByRole('button', { name: 'Make channel' })
  expect(make).toHaveAttribute('aria-disabled', 'true')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Pager')
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'nowhere')
  await user.click(make)
  await dialog.findByText(/Write an absolute address/)
  await user.clear(dialog.getByRole('textbox', { name: 'Address' }))
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), receiver.url)
  await user.click(dialog.getByRole('button', { name: 'Generate' }))
  const secret = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Signing secret' }).value
  expect(secret).toMatch(/^whsec_.{44}$/)
  await user.click(dialog.getByText('Same request from CI'))
  const request = await dialog.findByRole('region', { name: 'request' })
  expect(request).toHaveTextContent('"url": "…", "signing_secret": "…"')
  await user.click(make)

  await user.click(await screen.findByRole('button', { name: 'Send a test to Pager' }))
  await screen.findByText('Pager took the test')
  screen.getByText('It answered 200 OK: noted')
  // The form of a channel that is kept knows nothing secret.
  await user.click(screen.getByRole('button', { name: 'More about Pager' }))
  await user.click(screen.getByRole('menuitem', { name: 'Edit channel' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Edit Pager' }))
  expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('')
  expect(dialog.getByRole('textbox', { name: 'Signing secret' })).toHaveValue('')
  expect(document.body.innerHTML).not.toContain('a-token-of-its-own')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await user.click(screen.getByRole('link', { name: 'Rules' }))
  await screen.findByText('No rules yet')
  await user.click(screen.getByRole('button', { name: 'New rule' }))
  dialog = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Rollouts')
  await user.click(await dialog.findByRole('checkbox', { name: 'Pager' }))
  await user.click(dialog.getByRole('button', { name: 'Make rule' }))
  await screen.findByText('Watches')

  await user.click(screen.getByRole('link', { name: 'History' }))
  await screen.findByText('Nothing has happened yet')
  await stack.json('POST', '/api-host/v2/deployments', {
    name: 'broken',
    source: 'external_docker',
    source_config: { custom_url: 'http://127.0.0.1:9' },
    source_revision_config: {},
    secrets: [],
  })
  // Nobody asks for it: the server tells that something changed.
  await screen.findByRole('link', { name: 'A rollout of broken failed' })
  await screen.findByText('1 is on now.')
  await screen.findAllByText('sent')
  expect(receiver.lines()).toContain('alert.began A rollout of broken failed')

  await user.click(screen.getByRole('button', { name: 'More about A rollout of broken failed' }))
  await user.click(screen.getByRole('menuitem', { name: 'Silence' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Silence alerts' }))
  dialog.getByRole('button', { name: 'Rule: Rollouts' })
  await dialog.findByRole('button', { name: 'Deployment: broken' })
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'We know')
  await user.click(dialog.getByRole('button', { name: 'Silence' }))
  await screen.findByText('Rollouts at broken')
  await user.click(screen.getByRole('button', { name: 'End the silence of Rollouts at broken' }))
  await expect.poll(() => screen.queryByText('Rollouts at broken')).toBeNull()
})

it('a rule’s figures are those of what it watches for, and are refused at their place', async () => {
  const { user } = renderConsole(stack, '/alerts/rules')
  await user.click(await screen.findByRole('button', { name: 'New rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Errors')
  await user.click(dialog.getByRole('button', { name: 'Watches for: Rollout failed' }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Error rate' }))
  const share = dialog.getByRole('textbox', { name: 'Failed runs, in %' })
  expect(share).toHaveValue('10')
  expect(dialog.getByRole('textbox', { name: 'Of so many runs at least' })).toHaveValue('5')
  await user.clear(share)
  await user.type(share, '500')
  const make = dialog.getByRole('button', { name: 'Make rule' })
  await user.click(make)
  await dialog.findByText('Write a number from 0.1 to 100.')
  await user.click(dialog.getByRole('checkbox', { name: 'All, those to come included' }))
  expect(make).toHaveAttribute('aria-disabled', 'true')
  await user.click(dialog.getByRole('button', { name: 'Deployment: none chosen' }))
  await user.click(await screen.findByRole('option', { name: /broken/ }))
  await dialog.findByRole('button', { name: 'Leave broken out' })
  for (const typed of ['1,000', '10k']) {
    await user.clear(share)
    await user.type(share, typed)
    await user.click(make)
    await dialog.findByText('A number is wanted here.')
    expect(share).toHaveValue(typed)
  }
  await user.clear(share)
  await user.type(share, '2,5')
  await user.click(make)
  await screen.findByText('from 2.5 %, 15 min')
  screen.getByText('1 deployment')
})

it('33: what others save of a rule while it is changed here stays', async () => {
  const [rule] = (await stack.json<AlertRule[]>('GET', '/gateway/alerts/rules')).filter(
    ({ name }) => name === 'Errors',
  )
  const { user } = renderConsole(stack, '/alerts/rules')
  await user.click(await screen.findByRole('button', { name: 'More about Errors' }))
  await user.click(screen.getByRole('menuitem', { name: 'Edit rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Errors' }))
  const save = dialog.getByRole('button', { name: 'Save rule' })
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await stack.json('PATCH', `/gateway/alerts/rules/${rule?.id}`, { threshold: 40 })
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' of runs')
  await user.click(save)
  await screen.findByText('Saved Errors of runs')
  await screen.findByText('from 40 %, 15 min')
})

it('33: what is typed of a rule or a channel that others delete stays, and can be made anew', async () => {
  const found = async (what: string, name: RegExp) => {
    const all = await stack.json<{ id: string; name: string }[]>('GET', `/gateway/alerts/${what}`)
    return all.find((one) => name.test(one.name))
  }
  const { user, router } = renderConsole(stack, '/alerts/rules')
  const edit = async (name: string, noun: string) => {
    await user.click(await screen.findByRole('button', { name: `More about ${name}` }))
    await user.click(screen.getByRole('menuitem', { name: `Edit ${noun}` }))
    const dialog = within(await screen.findByRole('dialog', { name: `Edit ${name}` }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' anew')
    return dialog
  }
  const gone = 'It was deleted elsewhere. What stands here can be made anew, or discarded.'

  const dialog = await edit('Errors of runs', 'rule')
  const rule = await found('rules', /^Errors of runs$/)
  await stack.json('DELETE', `/gateway/alerts/rules/${rule?.id}`)
  await screen.findByText(gone)
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Make rule' }))
  await screen.findByText('Errors of runs anew watches')
  expect(await found('rules', /^Errors of runs anew$/)).toMatchObject({ threshold: 40 })

  await stack.json('POST', '/gateway/alerts/channels', {
    name: 'Hook',
    kind: 'webhook',
    url: 'https://hook.example/first',
  })
  await router.navigate('/alerts/channels')
  const channel = await edit('Hook', 'channel')
  const hook = await found('channels', /^Hook$/)
  await stack.json('DELETE', `/gateway/alerts/channels/${hook?.id}`)
  await screen.findByText(gone)
  // What the server kept of it has gone with it.
  const make = channel.getByRole('button', { name: 'Make channel' })
  expect(make).toHaveAttribute('aria-disabled', 'true')
  await user.type(channel.getByRole('textbox', { name: 'Address' }), 'https://hook.example/second')
  await user.click(make)
  await screen.findByText('Saved Hook anew')
  expect(await found('channels', /^Hook anew$/)).toMatchObject({ kind: 'webhook' })
})

it('33: of a channel that others change only what was changed here is saved', async () => {
  const kept = await stack.json<{ id: string }>('POST', '/gateway/alerts/channels', {
    name: 'Mail',
    kind: 'email',
    smtp_host: 'mail.example',
    smtp_port: 587,
    smtp_security: 'starttls',
    from: 'a@mail.example',
    to: ['b@mail.example'],
  })
  const { user } = renderConsole(stack, '/alerts/channels')
  await user.click(await screen.findByRole('button', { name: 'More about Mail' }))
  await user.click(screen.getByRole('menuitem', { name: 'Edit channel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Mail' }))
  const others = { to: ['c@mail.example'] }
  await stack.json('PATCH', `/gateway/alerts/channels/${kept.id}`, others)
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' here')
  await user.click(dialog.getByRole('button', { name: 'Save channel' }))
  await screen.findByText('Saved Mail here')
  const all = await stack.json<{ id: string }[]>('GET', '/gateway/alerts/channels')
  expect(all.find(({ id }) => id === kept.id)).toMatchObject({ name: 'Mail here', ...others })
})
