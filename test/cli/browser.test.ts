import { delimiter } from 'node:path'
import { expect, it } from 'vitest'
import { findBrowser, usualPlaces } from '../e2e/browser.ts'

it('CHROME_PATH wins', () => {
  expect(findBrowser('linux', { CHROME_PATH: process.execPath, PATH: '' })).toBe(process.execPath)
})

it('a CHROME_PATH that does not exist is an error, not a reason to look elsewhere', () => {
  expect(() => findBrowser('linux', { CHROME_PATH: '/no/such/chrome' })).toThrow(
    'CHROME_PATH names /no/such/chrome, and there is no such file.',
  )
})

it('looks on PATH and in the usual places of each system', () => {
  const PATH = ['relative', '/opt/browsers'].join(delimiter)
  expect(usualPlaces('linux', { PATH })).toEqual(
    expect.arrayContaining(['/opt/browsers/chromium', '/usr/bin/chromium', '/snap/bin/chromium']),
  )
  expect(usualPlaces('linux', { PATH }).some((place) => place.includes('relative'))).toBe(false)
  expect(usualPlaces('darwin', { PATH, HOME: '/Users/me' })).toEqual(
    expect.arrayContaining([
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
    ]),
  )
  expect(usualPlaces('win32', { ProgramFiles: 'C:\\Program Files' })).toContain(
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  )
})
