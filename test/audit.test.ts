import { expect, it } from 'vitest'
import { readAudit } from './audit.mjs'

const report = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, metadata: {} })

it('names packages with a high or critical weakness', () => {
  const found = {
    one: { severity: 'high' },
    two: { severity: 'moderate' },
    three: { severity: 'critical' },
  }
  expect(readAudit(`npm warn something\n${report(found)}\n`)).toEqual({
    weak: ['one (high)', 'three (critical)'],
  })
  expect(readAudit(report({}))).toEqual({ weak: [] })
})

it('says why nothing is known where the registry does not answer', () => {
  const refused = { message: '405 Method Not Allowed - POST https://registry/bulk', error: {} }
  expect(readAudit(JSON.stringify(refused))).toEqual({ missing: '405 Method Not Allowed' })
  expect(readAudit('')).toEqual({ missing: 'npm gave no answer that can be read' })
})
