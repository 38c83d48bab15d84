import { expect, it } from 'vitest'
import { pathOfService } from './root-address.ts'

const key = { 'x-api-key': 'a key' }

it.each([
  ['/feedback', key, '/api/v1/feedback'],
  ['/feedback/tokens/1?score=1', key, '/api/v1/feedback/tokens/1'],
  ['/info', key, '/api/v1/info'],
  ['/runs/query', key, '/api/v1/runs/query'],
  ['/sessions', key, '/api/v1/sessions'],
  ['/feedback', {}, '/feedback'],
  ['/runs/1', {}, '/runs/1'],
  ['/feedbacks', key, '/feedbacks'],
  ['/api/v1/feedback', key, '/api/v1/feedback'],
  ['/agents/chat/info', key, '/agents/chat/info'],
])('%s with the headers %j is answered as %s', (address, headers, path) => {
  expect(pathOfService(new Request(`http://quarterdeck.test${address}`, { headers }))).toBe(path)
})
