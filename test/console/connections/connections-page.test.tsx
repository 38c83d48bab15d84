import { screen } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack.close())

describe('connections', () => {
  it('§5 shows the local stack’s addresses and that its key stays with the server', async () => {
    const { queryClient } = renderConsole(stack, '/connections')
    await screen.findByRole('heading', { level: 2, name: 'Local stack' })
    screen.getByText('In use')
    screen.getByText(`${stack.url}/api-host`)
    screen.getByText(stack.url)
    screen.getByText('kept by the server')
    expect(document.documentElement.outerHTML).not.toContain(stack.apiKey)
    const known = queryClient
      .getQueryCache()
      .getAll()
      .map((read) => [read.queryKey, read.state.data])
    expect(known.length).toBeGreaterThan(0)
    expect(JSON.stringify(known)).not.toContain(stack.apiKey)
  })
})
