import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Area } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { version } from '../process/version.ts'
import { type OpenApi, openApi } from './open-api.ts'
import { referencePage, referenceSections } from './reference-page.ts'
import { referenceStyle } from './reference-style.ts'

const styleHash = createHash('sha256').update(referenceStyle).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Whether an API says by this path, below where it is mounted, what it is. */
export function isReference(path: string): boolean {
  return path === '/openapi.json' || path === '/docs'
}

/**
 * `GET /openapi.json` and `GET /docs` of an API (both published): what it takes and answers, as the contract has it.
 * The same for whoever asks: nothing in it is of this installation but the address.
 */
export function mountReference(
  routes: Hono,
  api: { area: Area; title: string; description: string; urlOf: (context: Context) => string },
): void {
  const own = endpoints.filter(({ area }) => area === api.area)
  const { title, description, urlOf } = api
  // Made when somebody asks, and once: whoever asks needs no key.
  const document = once(() => openApi(own, { title, description, version, url: '' }))
  const sections = once(() => referenceSections(document()))
  const documentFor = (context: Context): OpenApi => ({
    ...document(),
    servers: [{ url: urlOf(context) }],
  })
  routes.get('/openapi.json', compress(), (context) => context.json(documentFor(context)))
  routes.get('/docs', compress(), (context) => {
    context.header('Content-Security-Policy', policy)
    return context.html(referencePage(documentFor(context), sections(), referenceStyle))
  })
}

function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
