import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import type { Document } from 'openapi-backend'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../../src/console/paths.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { controlPlane, ids } from '../../fixtures/published/control-plane.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import {
  type Asked,
  base,
  type PublishedServer,
  publishedChecker,
  startPublishedServer,
} from '../../helpers/published-server.ts'
import { lostPages, readPage } from '../../helpers/walked-pages.tsx'

// They look at every page.
eachMayTake(2)

/**
 * A control plane that nobody here wrote, made from an OpenAPI text: every page stands, every form is filled in, and
 * nothing is asked of it that the text does not have. The text in this repository always runs; the published documents
 * themselves where their folder is named.
 */
const folder = process.env.QUARTERDECK_PUBLISHED_APIS
const published = () =>
  JSON.parse(
    readFileSync(path.join(folder ?? '', 'control-plane.openapi.json'), 'utf8'),
  ) as Document

let stack: DomStack
/** What all servers of this file were asked. */
const asked: Asked[] = []

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())

/** A connection to a server of a text, tested as the form for a connection does. */
async function connect(text: Document, seed?: number) {
  const server = await startPublishedServer(text, seed === undefined ? {} : { seed })
  const connection = await stack.json<Connection>('POST', '/gateway/connections', {
    name: 'Elsewhere',
    kind: 'self_hosted',
    base_url: server.origin + base,
    api_key: 'a-key-of-theirs',
  })
  await stack.json('POST', `/gateway/connections/${connection.id}/test`, {})
  // A test asks for more than is published, to find out what there is.
  server.asked.length = 0
  server.refused.length = 0
  return { server, id: connection.id }
}

const pages = (deployment: string, revision: string, earlier: string, provider: string) => [
  paths.deployments(),
  paths.deployment(deployment),
  paths.deploymentRevisions(deployment),
  paths.revision(deployment, revision),
  paths.compareRevisions(deployment, earlier, revision),
  paths.editDeployment(deployment),
  paths.newDeployment(),
  paths.deploymentFeedback(deployment),
  paths.feedback(),
  paths.oauthProviders(),
  paths.oauthProvider(provider),
  paths.editOAuthProvider(provider),
  paths.newOAuthProvider(),
]

const look = (id: string, page: string) => readPage(stack, page, id)

/**
 * Every page of the control plane, one after the other.
 * @param isDrawn the test of the connection may have found no revision, so that a log is still looked for
 */
async function walk(
  { id, server }: { id: string; server: PublishedServer },
  all: string[],
  isDrawn = false,
) {
  const lost = await lostPages(stack, all, id)
  asked.push(...server.asked.splice(0).filter((one) => !isDrawn || !/\/logs\?/.test(one.path)))
  const refused = server.refused.splice(0)
  expect(isDrawn ? refused.filter((one) => !/\/logs\?/.test(one)) : refused).toEqual([])
  expect(lost).toEqual([])
}

describe('a control plane of the published interface', () => {
  let server: PublishedServer
  let id: string
  beforeAll(async () => {
    ;({ server, id } = await connect(controlPlane))
  })
  afterEach(() => {
    asked.push(...server.asked.splice(0))
    expect(server?.refused.splice(0)).toEqual([])
  })
  afterAll(() => server?.close())

  const sent = (method: string) => server.asked.filter((one) => one.method === method)
  const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
  const button = (name: string | RegExp) => screen.findByRole('button', { name })

  it('has no page that is lost', async () => {
    await walk({ id, server }, pages(ids.fromGithub, ids.revision, ids.earlier, 'github'))
    await walk({ id, server }, [
      paths.deployment(ids.fromImage),
      paths.editDeployment(ids.fromImage),
    ])
  })

  it('tells what a deployment has, and what the server does not tell', async () => {
    await look(id, paths.deployment(ids.fromGithub))
    expect(await screen.findByText('acme')).toBeInTheDocument()
    expect(screen.getByText('cpu 2, memory_mb 2048, labels')).toBeInTheDocument()
    expect(await screen.findByText(/tells no more about a deployment/)).toBeInTheDocument()
  })

  it('takes a deployment from GitHub, its repository chosen from those of an integration', async () => {
    const { user } = await look(id, paths.newDeployment())
    await user.type(await field('Name'), 'kiosk')
    await user.click(await button(/^GitHub integration: /))
    await user.click(await screen.findByRole('menuitemradio', { name: 'acme' }))
    expect(
      await screen.findByRole('link', { name: 'Choose at GitHub what it may see' }),
    ).toHaveAttribute('href', 'https://github.com/settings/installations/4711')
    await screen.findByText('2 repositories to choose from.')
    await user.type(
      screen.getByRole('combobox', { name: 'Repository' }),
      'https://github.com/acme/kiosk',
    )
    expect(screen.getByRole('combobox', { name: 'Branch or tag' })).toHaveValue('trunk')
    await user.click(await button(/^Resources/))
    await user.type(
      screen.getAllByRole('textbox', { name: 'Memory (MB)' })[0] as HTMLElement,
      '1024',
    )
    await user.click(await field('Cluster'))
    await user.paste('{"labels": {"team": "kiosk"}}')
    await user.click(await button('Create deployment'))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]?.body).toEqual({
      name: 'kiosk',
      source: 'github',
      source_config: {
        integration_id: ids.integration,
        repo_url: 'https://github.com/acme/kiosk',
        deployment_type: 'dev',
        build_on_push: false,
        resource_spec: { memory_mb: 1024, labels: { team: 'kiosk' } },
      },
      source_revision_config: { repo_ref: 'trunk', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    })
    await screen.findByRole('heading', { level: 1, name: 'support-desk' })
  })

  it('takes an image for a listener that is made on the way', async () => {
    const { user } = await look(id, paths.newDeployment())
    await user.type(await field('Name'), 'web')
    await user.click(screen.getByRole('radio', { name: 'Container image' }))
    await user.type(await field('Image'), 'registry.example.com/web:2')
    await user.click(await button(/^Listener: /))
    const menu = within(await screen.findByRole('menu', { name: 'Listener' }))
    menu.getByText(/version 0\.9\.2 · agents, trials · updated/)
    await user.click(menu.getByRole('menuitemradio', { name: /eu-cluster/ }))
    expect(screen.getByRole('combobox', { name: 'Namespace' })).toHaveValue('')
    await user.click(await button('New listener…'))
    const dialog = within(await screen.findByRole('dialog', { name: 'New listener' }))
    await user.type(dialog.getByRole('textbox', { name: 'Cluster' }), 'us-cluster')
    await user.type(dialog.getByRole('textbox', { name: 'Namespaces' }), 'web')
    await user.click(dialog.getByRole('button', { name: 'Create listener' }))
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Namespace' })).toHaveValue('web'),
    )
    await user.click(await button('Create deployment'))
    await waitFor(() => expect(sent('POST')).toHaveLength(2))
    expect(sent('POST').map(({ body }) => body)).toEqual([
      {
        compute_type: 'k8s',
        compute_id: 'us-cluster',
        compute_config: { k8s_namespaces: ['web'] },
      },
      {
        name: 'web',
        source: 'external_docker',
        source_config: {
          listener_id: ids.newListener,
          listener_config: { k8s_namespace: 'web' },
        },
        source_revision_config: { image_uri: 'registry.example.com/web:2' },
        secrets: [],
      },
    ])
  })

  it('says what cannot be sent before it is', async () => {
    const { user } = await look(id, paths.newDeployment())
    await user.click(await button(/^Resources/))
    await user.type(await field('Cluster'), 'no JSON')
    await user.click(await button('Create deployment'))
    expect(await field('Name')).toHaveAccessibleDescription('Give the deployment a name.')
    expect(await field('Cluster')).toHaveAccessibleDescription(/Write an object as JSON/)
    expect(sent('POST')).toEqual([])
  })

  it('changes what is changed, and no secret without its value', async () => {
    const { user } = await look(id, paths.editDeployment(ids.fromGithub))
    await user.click(await button(/^Replace.*MODEL_KEY/))
    await user.type(screen.getByLabelText(/^Value of .*MODEL_KEY/), 'first')
    const save = await button('Save and start a revision')
    await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'))
    save.focus()
    await waitFor(() => expect(save).toHaveAccessibleDescription(/SEARCH_KEY/))
    expect(save).toHaveAccessibleDescription(/Replace or remove SEARCH_KEY as well/)
    await user.click(await button(/^Remove.*SEARCH_KEY/))
    await user.clear(screen.getAllByRole('textbox', { name: 'Processors' })[0] as HTMLElement)
    await user.click(await button('Save and start a revision'))
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
    expect(sent('PATCH')[0]?.body).toEqual({
      source_config: { resource_spec: { memory_mb: 2048, labels: { team: 'desk' } } },
      secrets: [{ name: 'MODEL_KEY', value: 'first' }],
    })
  })

  it('starts a revision and deploys one again in the published way', async () => {
    const { user } = await look(id, paths.deployment(ids.fromGithub))
    await user.click(await button('New revision'))
    await user.click(await button('Start revision'))
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
    expect(sent('PATCH')[0]?.body).toEqual({ source_revision_config: { repo_ref: 'main' } })
    const other = await look(id, paths.revision(ids.fromGithub, ids.revision))
    await other.user.click(await button('Redeploy'))
    const dialog = within(await screen.findByRole('alertdialog'))
    await other.user.click(dialog.getByRole('button', { name: 'Redeploy' }))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
  })

  it('without a feedback service only its page is empty', async () => {
    await look(id, paths.deploymentFeedback(ids.fromGithub))
    expect(await screen.findByText('This server lists no votes')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'support-desk' })).toBeInTheDocument()
  })

  it('takes an OAuth provider with the published fields alone', async () => {
    const { user } = await look(id, paths.newOAuthProvider())
    await user.type(await field('Name'), 'GitHub')
    await user.type(await field('Provider identifier'), 'github')
    await user.type(await field('Authorization URL'), 'https://github.example.com/authorize')
    await user.type(await field('Token URL'), 'https://github.example.com/token')
    await user.type(await field('Client ID'), 'abc')
    await user.type(screen.getByLabelText('Client secret'), 'a secret')
    expect(screen.queryByRole('textbox', { name: 'MCP server URL' })).toBeNull()
    await user.click(await button('Create provider'))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]?.body).not.toHaveProperty('token_endpoint_auth_method')
    expect(await screen.findByText(/does not tell who has given access/)).toBeInTheDocument()
  })
})

it('has no page that is lost where the answers are drawn', async () => {
  const { server, id } = await connect(controlPlane, 7)
  await walk({ id, server }, pages(ids.fromGithub, ids.revision, ids.earlier, 'github'), true)
  await server.close()
})

// `QUARTERDECK_PUBLISHED_APIS` names the folder of the published documents.
describe.skipIf(!folder)('the published document itself', () => {
  it('allows what was asked above', async () => {
    const { check } = await publishedChecker(published())
    const refused = asked.flatMap((one) => {
      const fault = check(one)
      return fault ? [`${one.method} ${one.path}: ${fault.words}`] : []
    })
    expect(asked.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(5)
    expect(refused).toEqual([])
  })

  it.each([undefined, 1, 2])(
    'as a server leaves every page standing (drawn from %s)',
    async (seed) => {
      const { server, id } = await connect(published(), seed)
      const any = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
      await walk({ id, server }, pages(any, any, any, 'string'), true)
      await server.close()
    },
  )
})
