import { render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderRecord } from '../../../src/console/oauth-providers/provider-record.tsx'
import type { OAuthProviderResponse } from '../../../src/contract/control-plane/oauth-providers.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let seeded: OAuthProviderResponse

beforeAll(async () => {
  stack = await startDomStack()
  const [first] = await stack.json<OAuthProviderResponse[]>('GET', '/api-host/v2/auth/providers')
  if (!first) throw new Error('A first start has no provider.')
  seeded = first
})
afterAll(() => stack?.close())

/** What stands beside a term of the record. */
const factOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

/** As the page has it. */
const inWords = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === null ? 'none' : String(value)

describe('OAuth providers', () => {
  it('§2.1 leads from the list to a record with every field of it', async () => {
    const { user } = renderConsole(stack, '/oauth-providers')
    await user.click(await screen.findByRole('link', { name: seeded.name }))
    await screen.findByRole('heading', { level: 1, name: seeded.name })
    expect(document.title).toBe(`${seeded.name} · OAuth providers · Local stack · Quarterdeck`)
    const terms = {
      'Provider identifier': seeded.provider_id,
      Name: seeded.name,
      ID: seeded.id,
      Organization: seeded.organization_id,
      'Client ID': seeded.client_id,
      'Authorization URL': seeded.auth_url,
      'Token URL': seeded.token_url,
      'Callback address': `${stack.url}/api-host/v2/auth/callback/${seeded.provider_id}`,
      'Uses PKCE': inWords(seeded.uses_pkce),
      'Challenge method': inWords(seeded.code_challenge_method),
      'Provider type': inWords(seeded.provider_type),
      'MCP server URL': inWords(seeded.mcp_server_url),
      'Token endpoint auth': inWords(seeded.token_endpoint_auth_method),
      'Dynamic client': inWords(seeded.is_dynamic_client),
    }
    for (const [term, value] of Object.entries(terms)) expect(factOf(term)).toHaveTextContent(value)
    for (const [name, value] of Object.entries(seeded.authorization_params ?? {})) {
      expect(factOf('Authorization params')).toHaveTextContent(`${name}=${value}`)
    }
    expect(factOf('Created')?.querySelector('time')).toHaveAttribute('datetime', seeded.created_at)
    expect(factOf('Updated')?.querySelector('time')).toHaveAttribute('datetime', seeded.updated_at)
  })

  it('§2.1 tells null, absent and a default apart', () => {
    const { provider_type, mcp_server_url, authorization_params, ...rest } = seeded
    const { token_endpoint_auth_method, is_dynamic_client, ...required } = rest
    const view = render(
      <ProviderRecord provider={{ ...required, code_challenge_method: null }} callback={null} />,
    )
    expect(factOf('Challenge method')).toHaveTextContent(/^none$/)
    expect(factOf('Provider type')).toHaveTextContent(/^not sent$/)
    expect(factOf('MCP server URL')).toHaveTextContent(/^not sent$/)
    expect(factOf('Authorization params')).toHaveTextContent(/^not sent$/)
    expect(factOf('Token endpoint auth')).toHaveTextContent('client_secret_post by default')
    expect(factOf('Dynamic client')).toHaveTextContent('no by default')
    view.rerender(
      <ProviderRecord
        callback={null}
        provider={{
          ...required,
          provider_type: null,
          token_endpoint_auth_method: 'client_secret_post',
          is_dynamic_client: false,
          authorization_params: {},
        }}
      />,
    )
    expect(factOf('Provider type')).toHaveTextContent(/^none$/)
    expect(factOf('Authorization params')).toHaveTextContent(/^empty$/)
    expect(factOf('Token endpoint auth')).toHaveTextContent(/^client_secret_post$/)
    expect(factOf('Dynamic client')).toHaveTextContent(/^no$/)
  })

  it('§2.2 lays out each fault of a refused identifier: location, message and type', async () => {
    const { user } = renderConsole(stack, '/oauth-providers')
    const box = await screen.findByRole('textbox', { name: 'Provider identifier' })
    await user.type(box, '-not one{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Not a provider identifier' })
    expect(screen.getByRole('alert')).toHaveTextContent('The server refused -not one with 422.')
    const faults = within(screen.getByRole('list', { name: 'Validation errors' }))
    expect(faults.getAllByRole('listitem')).toHaveLength(1)
    faults.getByText('path › provider_id')
    faults.getByText(/^Use letters, digits/)
    const { detail } = await refusal('/api-host/v2/auth/providers/-not%20one')
    faults.getByText(detail[0]?.type ?? 'no type')
    await user.click(screen.getByRole('link', { name: 'All OAuth providers' }))
    await screen.findByRole('link', { name: seeded.name })
  })

  it('opens a record by its identifier, and says so inside the console when there is none', async () => {
    const { user, router } = renderConsole(stack, '/oauth-providers')
    const box = () => screen.findByRole('textbox', { name: 'Provider identifier' })
    await user.type(await box(), `${seeded.provider_id}{Enter}`)
    await screen.findByRole('heading', { level: 1, name: seeded.name })
    await router.navigate('/oauth-providers')
    await user.type(await box(), 'nowhere')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByText(/no OAuth provider “nowhere”/)
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    await user.click(main.getByRole('link', { name: 'OAuth providers' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/oauth-providers'))
    await screen.findByRole('link', { name: seeded.name })
  })
})

it('keeps its filter in the address, by name and identifier', async () => {
  const made = {
    name: 'Second mail',
    provider_id: 'post-office',
    client_id: 'a',
    client_secret: 'b',
  }
  await stack.json('POST', '/api-host/v2/auth/providers', {
    ...made,
    auth_url: 'https://mail.example.com/authorize',
    token_url: 'https://mail.example.com/token',
  })
  const { user, router } = renderConsole(stack, '/oauth-providers?name=OFFICE')
  await screen.findByRole('link', { name: 'Second mail' })
  expect(screen.queryByRole('link', { name: seeded.name })).toBeNull()
  screen.getByText('1 of 2 providers')
  const filter = screen.getByRole('searchbox', { name: 'Filter providers' })
  expect(filter).toHaveValue('OFFICE')
  await user.clear(filter)
  await screen.findByRole('link', { name: seeded.name })
  screen.getByText('2 providers')
  await user.type(filter, 'second M')
  await waitFor(() => expect(screen.queryByRole('link', { name: seeded.name })).toBeNull())
  expect(router.state.location.search).toBe('?name=second+M')
  await user.type(filter, '!')
  await screen.findByText('None has “second M!” in the name or identifier.')
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }))
  await screen.findByRole('link', { name: seeded.name })
  expect(router.state.location.search).toBe('')
  expect(filter).toHaveValue('')
  expect(screen.getByRole('heading', { level: 1, name: 'OAuth providers' })).toHaveFocus()
})

async function refusal(path: string): Promise<{ detail: { type: string }[] }> {
  const answer = await fetch(stack.url + path, { headers: { 'x-api-key': stack.apiKey } })
  expect(answer.status).toBe(422)
  return answer.json()
}
