import { expect, it } from 'vitest'
import { secretBox } from '../../secrets/secret-box.ts'
import { openSecrets, redactor, sealSecret } from './secrets.ts'

const box = secretBox('one key that is long enough for this')

it('a secret opens for its own deployment only, and says what to do otherwise', () => {
  const sealed = sealSecret(box, 'deployment-a', { name: 'TOKEN', value: 'abcdef' })
  expect(openSecrets(box, 'deployment-a', [sealed])).toEqual({ TOKEN: 'abcdef' })
  expect(() => openSecrets(box, 'deployment-b', [sealed])).toThrow(/TOKEN cannot be decrypted/)
})

it('blots out values, the longest first, and each line of those with several', () => {
  const redact = redactor(['abcd', 'abcdefgh', 'first line\nsecond line', 'on', ''])
  expect(redact('x abcdefgh y abcd z')).toBe('x ••• y ••• z')
  expect(redact('> second line <')).toBe('> ••• <')
  expect(redact('on and on')).toBe('on and on')
})
