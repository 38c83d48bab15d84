import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { requestText, withoutSecret, withoutSecrets } from './request-text.ts'

const body = {
  name: "it's",
  source_config: { build_on_push: false, install_command: null },
  secrets: [{ name: 'KEY', value: 'hunter2' }],
  more: [],
}
const request = {
  method: 'POST',
  url: 'http://127.0.0.1:4100/api-host/v2/deployments',
  body,
} as const

it('gives curl that a shell reads as the same request', () => {
  const shell = `curl() { printf '%s\\n' "$@"; }\nAPI_KEY=key\n${requestText('curl', request)}`
  const words = execFileSync('sh', ['-c', shell], { encoding: 'utf8' })
  const [sent] = /\{.*\}/s.exec(words) ?? []
  expect(JSON.parse(sent ?? '')).toEqual(body)
  expect(words).toContain('X-Api-Key: key')
})

it('gives Python literals', () => {
  const text = requestText('python', request)
  expect(text).toContain('requests.post(\n    "http://127.0.0.1:4100/api-host/v2/deployments",')
  expect(text).toContain(
    '"build_on_push": False,\n            "install_command": None,\n        },',
  )
  expect(text).toContain('"more": [],')
  expect(requestText('python', { ...request, body: { limit: Number('many') } })).toContain(
    '"limit": None,',
  )
})

it('hides one field, and leaves it where it is empty or takes the secret away', () => {
  const hidden = { name: 'x', api_key: '…' }
  expect(withoutSecret({ name: 'x', api_key: 'hunter2' }, 'api_key')).toEqual(hidden)
  expect(withoutSecret({ api_key: null }, 'api_key')).toEqual({ api_key: null })
  expect(withoutSecret({ api_key: '' }, 'api_key')).toEqual({ api_key: '' })
})

it('hides the values of secrets and leaves those that are kept', () => {
  const shown = withoutSecrets({
    secrets: [
      { name: 'A', value: 'hunter2' },
      { name: 'B', value: null },
    ],
  })
  expect(shown.secrets).toEqual([
    { name: 'A', value: '…' },
    { name: 'B', value: null },
  ])
  expect(withoutSecrets({ name: 'x' })).toEqual({ name: 'x' })
})
