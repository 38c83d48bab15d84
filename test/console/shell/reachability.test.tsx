import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { startProxy, type TestProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let proxy: TestProxy

beforeEach(async () => {
  stack = await startDomStack()
  proxy = await startProxy(stack.url)
})
afterEach(async () => {
  setNetwork(true)
  await proxy?.close()
  await stack?.close()
})

/** What the browser says about the device's network. */
function setNetwork(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

const checkAgain = () => screen.findByRole('link', { name: /^Deployments/, current: true })

it.each([502, 503, 504] as const)(
  'takes a proxy’s %s for a server that is away, and goes on when it is back',
  async (status) => {
    const { user, router } = renderConsole(proxy, '/deployments')
    await screen.findByText('Deploy your first agent')
    proxy.setUpstream(null, status)
    await router.navigate('/oauth-providers')
    await screen.findByText('Server unreachable, retrying.')
    expect(screen.queryByText('You are offline.')).toBeNull()
    proxy.setUpstream(stack.url)
    await waitFor(() => expect(screen.queryByText('Server unreachable, retrying.')).toBeNull())
    await user.click(await screen.findByRole('link', { name: /^Deployments/ }))
    await screen.findByText('Deploy your first agent')
  },
)

it('tells a device without a network from a server that is away', async () => {
  const { router } = renderConsole(stack, '/deployments')
  await screen.findByText('Deploy your first agent')
  // A server on this machine needs no network.
  setNetwork(false)
  await checkAgain()
  expect(screen.queryByText('You are offline.')).toBeNull()
  const { port } = new URL(stack.url)
  await stack.close()
  await router.navigate('/oauth-providers')
  await screen.findByText('You are offline.')
  expect(screen.queryByText('Server unreachable, retrying.')).toBeNull()
  setNetwork(true)
  await screen.findByText('Server unreachable, retrying.')
  stack = await startDomStack({ port: Number(port) })
  await waitFor(() => expect(screen.queryByText('Server unreachable, retrying.')).toBeNull())
})
