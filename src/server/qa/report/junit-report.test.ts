// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { hasControls, hostileText, reportSample } from '../../../../test/server/qa/report-sample.ts'
import { junitReport } from './junit-report.ts'

it('is XML whatever was said', () => {
  const xml = junitReport(reportSample({ one: ['pf', 'ff'] }, hostileText))
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  expect(document.querySelector('parsererror')).toBeNull()
  expect(document.querySelectorAll('testcase')).toHaveLength(1)
  expect(document.querySelector('failure')?.getAttribute('message')).toContain(
    '=cmd() </script><img src=x onerror=alert(1)>',
  )
  expect(hasControls(xml)).toBe(false)
})
