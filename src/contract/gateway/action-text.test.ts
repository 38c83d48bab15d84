import { expect, it } from 'vitest'
import { actionText } from './action-text.ts'

it('the name of an endpoint reads as words', () => {
  expect(actionText('createDeployment')).toBe('Create deployment')
  expect(actionText('createOAuthProvider')).toBe('Create OAuth provider')
  expect(actionText('createApiToken')).toBe('Create API token')
  expect(actionText('patchUser')).toBe('Change user')
  expect(actionText('createSession')).toBe('Sign in')
  expect(actionText(null)).toBeNull()
})
