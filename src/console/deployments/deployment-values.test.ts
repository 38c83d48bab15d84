import { describe, expect, it } from 'vitest'
import { DeploymentCreateRequest, DeploymentPatchRequest } from '../../contract/deployments.ts'
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
})
