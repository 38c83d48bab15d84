import { describe, expect, it } from 'vitest'
import {
  Deployment,
  DeploymentCreateRequest,
  DeploymentPatchRequest,
  deploymentNameProblem,
  patchStartsRevision,
  secretNameProblem,
  suggestDeploymentName,
} from './deployments.ts'

describe('a deployment’s name', () => {
  it.each(['a', 'guide', 'guide-2', 'a'.repeat(63)])('may be %s', (name) => {
    expect(deploymentNameProblem(name)).toBeNull()
  })

  it.each([
    ['My Agent', 'my-agent'],
    ['2nd agent', 'nd-agent'],
    ['-guide-', 'guide'],
    ['a_b.c', 'a-b-c'],
    ['a'.repeat(80), 'a'.repeat(63)],
    [`${'a'.repeat(62)}-b`, 'a'.repeat(62)],
  ])('may not be “%s”, and %s is suggested', (name, suggestion) => {
    expect(deploymentNameProblem(name)).toContain(`“${suggestion}”`)
    expect(suggestDeploymentName(name)).toBe(suggestion)
    expect(deploymentNameProblem(suggestion)).toBeNull()
  })

  it.each(['123', '日本', '--'])('gets no suggestion where nothing is left of “%s”', (name) => {
    expect(suggestDeploymentName(name)).toBeNull()
    expect(deploymentNameProblem(name)).not.toContain('Try')
  })

  it('must be there', () => {
    expect(deploymentNameProblem('')).toBe('Give the deployment a name.')
  })
})

describe('a secret’s name', () => {
  it.each(['OPENAI_API_KEY', '_x', 'a1'])('may be %s', (name) => {
    expect(secretNameProblem(name)).toBeNull()
  })

  it.each(['', '1A', 'A-B', 'A B', 'A=B', 'É'])('may not be “%s”', (name) => {
    expect(secretNameProblem(name)).toContain('letters, digits and underscores')
  })

  it.each(['PORT', 'PATH', 'NODE_OPTIONS', 'QUARTERDECK_TOKEN'])('%s is the platform’s', (name) => {
    expect(secretNameProblem(name)).toContain(name)
  })
})

describe('§4.1 requests', () => {
  const request = {
    name: 'guide',
    source: 'github',
    source_config: { repo_url: 'https://git.example/a.git' },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [{ name: 'KEY', value: 'v' }],
  }
  const faults = (value: unknown) =>
    DeploymentCreateRequest.safeParse(value).error?.issues.map(({ path }) => path.join('.'))

  it('a creation is read as it is', () => {
    expect(DeploymentCreateRequest.parse(request)).toEqual(request)
  })

  it.each([
    ['name', { ...request, name: 'No Name' }],
    ['source', { ...request, source: 'ftp' }],
    ['secrets', { ...request, secrets: undefined }],
    ['secrets.0.name', { ...request, secrets: [{ name: 'PORT', value: '1' }] }],
    ['secrets.0.value', { ...request, secrets: [{ name: 'KEY', value: null }] }],
    ['source_config.deployment_type', { ...request, source_config: { deployment_type: 'big' } }],
  ])('a fault is found at %s', (path, value) => {
    expect(faults(value)).toEqual([path])
  })

  it('unknown fields are refused', () => {
    expect(faults({ ...request, extra: 1 })).toEqual([''])
  })

  it('a patch may keep a secret', () => {
    const patch = { secrets: [{ name: 'KEY', value: null }] }
    expect(DeploymentPatchRequest.parse(patch)).toEqual(patch)
  })

  it.each([
    [{ source_revision_config: { repo_ref: 'v2' } }, true],
    [{ source_revision_config: { langgraph_config_path: 'a/langgraph.json' } }, true],
    [{ source_revision_config: { image_uri: 'image:2' } }, true],
    [{ secrets: [] }, true],
    [{ source_config: { resource_spec: {} } }, true],
    [{}, false],
    [{ secrets: null, source_revision_config: { repo_ref: null } }, false],
    [{ source_config: { build_on_push: true } }, false],
  ])('the patch %j starts a revision: %s', (patch, starts) => {
    expect(patchStartsRevision(patch)).toBe(starts)
  })
})

it('§2.3 a deployment of another server keeps its words and fields', () => {
  const deployment = {
    id: 'd',
    name: 'Old Name',
    source: 'internal_docker',
    source_config: { deployment_type: 'huge', extra: 1 },
    source_revision_config: {},
    secrets: [{ name: 'KEY', value: '****' }],
    created_at: 'x',
    updated_at: 'x',
    status: 'NEW_WORD',
    latest_revision_id: null,
    active_revision_id: null,
    tenant_id: 't',
  }
  expect(Deployment.parse(deployment)).toEqual(deployment)
})
