import { expect, it } from 'vitest'
import type { WebhookPolicy } from '../../cluster/project-http.ts'
import { checkWebhooks } from './webhook-policy.ts'

const domains = { allowed_domains: ['one.example', '*.two.example'] }

it.each<[WebhookPolicy | 'none', string, boolean]>([
  ['none', 'https://one.example/', false],
  [{}, 'http://one.example:81/', true],
  [{ require_https: true }, 'http://one.example/', false],
  [{ require_https: true }, 'https://one.example/', true],
  [domains, 'https://one.example/', true],
  [domains, 'https://ONE.example/', true],
  [domains, 'https://a.one.example/', false],
  [domains, 'https://a.two.example/', true],
  [domains, 'https://two.example/', false],
  [domains, 'https://atwo.example/', false],
  [{ allowed_ports: [443] }, 'https://one.example/', true],
  [{ allowed_ports: [443] }, 'https://one.example:444/', false],
  [{ allowed_ports: [443] }, 'http://one.example/', false],
  [{ max_url_length: 20 }, 'https://one.example/', true],
  [{ max_url_length: 20 }, 'https://one.example/a', false],
  [{ disable_loopback: true }, 'http://127.0.0.1:80/', false],
  [{ disable_loopback: true }, 'http://localhost/', false],
  [{ disable_loopback: true }, 'http://[::1]/', false],
  [{ disable_loopback: true }, '/own', false],
  [{ ...domains, require_https: true, allowed_ports: [443] }, '/own', true],
  [{ max_url_length: 3 }, '/own', false],
  [domains, '//three.example/', true],
])('%j, a webhook at %s: %s', (policy, webhook, isAllowed) => {
  for (const body of [{ webhook }, [{}, { webhook }]]) {
    if (isAllowed) checkWebhooks(body, policy)
    else expect(() => checkWebhooks(body, policy)).toThrow(/The project calls|the project calls/)
  }
})
