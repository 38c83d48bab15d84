import { describe, expect, it } from 'vitest'
import {
  DeploymentCreateRequest,
  DeploymentPatchRequest,
} from '../../../contract/control-plane/deployments.ts'
import {
  createRequest,
  type DeploymentValues,
  emptyValues,
  patchRequest,
} from './deployment-values.ts'

describe('a create request', () => {
  it('leaves out what is empty and holds to the contract', () => {
    const request = createRequest({
      ...emptyValues,
      name: 'research-agent',
      repo_url: ' https://example.com/agents ',
      secrets: [
        { name: 'KEY', value: 'v', state: 'new' },
        { name: '', value: '', state: 'new' },
      ],
    })
    expect(DeploymentCreateRequest.parse(request)).toEqual({
      name: 'research-agent',
      source: 'github',
      source_config: { repo_url: 'https://example.com/agents', deployment_type: 'dev' },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [{ name: 'KEY', value: 'v' }],
    })
  })
})

describe('a create request of another source', () => {
  it('attaches a running server by its address alone', () => {
    const request = createRequest({
      ...emptyValues,
      name: 'attached',
      kind: 'server',
      custom_url: ' http://127.0.0.1:2024 ',
      secrets: [{ name: 'KEY', value: 'v', state: 'new' }],
    })
    expect(DeploymentCreateRequest.parse(request)).toEqual({
      name: 'attached',
      source: 'external_docker',
      source_config: { custom_url: 'http://127.0.0.1:2024' },
      source_revision_config: {},
      secrets: [],
    })
  })

  it('runs an image within limits', () => {
    const request = createRequest({
      ...emptyValues,
      name: 'boxed',
      kind: 'image',
      image_uri: 'team/agent:1.2',
      memory_limit_mb: '512',
    })
    expect(DeploymentCreateRequest.parse(request)).toMatchObject({
      source: 'external_docker',
      source_config: { resource_spec: { memory_limit_mb: 512 } },
      source_revision_config: { image_uri: 'team/agent:1.2' },
    })
  })
})

describe('a patch request', () => {
  const before: DeploymentValues = {
    ...emptyValues,
    name: 'a',
    install_command: 'npm ci',
    secrets: [
      { name: 'ONE', value: '', state: 'kept' },
      { name: 'TWO', value: '', state: 'kept' },
    ],
  }

  it('is empty when nothing changed, spaces around a text apart', () => {
    expect(patchRequest(before, { ...before, repo_ref: 'main ' })).toEqual({})
  })

  it('holds only what changed; an emptied command is unset', () => {
    const patch = patchRequest(before, { ...before, repo_ref: 'dev', install_command: '' })
    expect(patch).toEqual({
      source_config: { install_command: null },
      source_revision_config: { repo_ref: 'dev' },
    })
    expect(DeploymentPatchRequest.parse(patch)).toEqual(patch)
  })

  it('never wipes a secret that was not touched', () => {
    const secrets: DeploymentValues['secrets'] = [
      { name: 'ONE', value: '', state: 'kept' },
      { name: 'TWO', value: 'x', state: 'replaced' },
      { name: 'NEW', value: 'y', state: 'new' },
      { name: '', value: '', state: 'new' },
    ]
    expect(patchRequest(before, { ...before, secrets })).toEqual({
      secrets: [
        { name: 'ONE', value: null },
        { name: 'TWO', value: 'x' },
        { name: 'NEW', value: 'y' },
      ],
    })
  })

  it('removes by leaving out', () => {
    const secrets = before.secrets.map((secret, index) =>
      index === 0 ? ({ ...secret, state: 'removed' } as const) : secret,
    )
    expect(patchRequest(before, { ...before, secrets })).toEqual({
      secrets: [{ name: 'TWO', value: null }],
    })
  })

  it('keeps the other resources when a limit changes, and sends a token only when it was typed', () => {
    const spec = { cpu: 2, memory_limit_mb: 512 }
    const patch = patchRequest({ ...before, memory_limit_mb: '512' }, before, spec)
    expect(patch).toEqual({
      source_config: { resource_spec: { cpu: 2, memory_limit_mb: null, cpu_limit: null } },
    })
    expect(patchRequest(before, { ...before, repo_token: 't' }, spec)).toEqual({
      source_config: { repo_token: 't' },
    })
  })
})
