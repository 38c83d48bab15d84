import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context, Hono } from 'hono'
import {
  getComponent,
  getComponentFile,
} from '../../../contract/agent-server/components/component-files.ts'
import type { LoadableRevision } from '../../cluster/agent-host.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { UiFiles } from '../../ui-builder/ui-order.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { RunEngine } from '../run-engine.ts'
import { componentMarkup } from './component-markup.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Hands out the components of the revision that serves, as its build bundled them. */
export function mountComponents(app: Hono, engine: RunEngine, publicUrl: string | null): void {
  const read = new WeakMap<LoadableRevision, Promise<UiFiles>>()
  const filesOf = async (context: Context, graphId: string) => {
    const revision = engine.executors.find(deploymentOf(engine, context))?.active?.revision
    const file = revision?.components_file
    const known = revision && read.get(revision)
    const reading = known ?? (file ? readFile(file, 'utf8').then(JSON.parse) : null)
    if (revision && reading && !known) {
      read.set(revision, reading)
      // What could not be read is tried again.
      reading.catch(() => read.delete(revision))
    }
    const all = new Map(Object.entries((await reading) ?? {}))
    const files = all.get(graphId)
    if (!files) throw new HttpError(404, `There are no components for “${graphId}” here.`)
    return new Map(Object.entries(files))
  }
  route(app, getComponent, async ({ params, body, context }) => {
    const files = await filesOf(context, params.graph_id)
    const base = addressAsAsked(context, publicUrl)
    const markup = componentMarkup(base, params.graph_id, [...files.keys()], body.name)
    return context.body(markup, 200, { 'content-type': 'text/html; charset=utf-8' })
  })
  route(app, getComponentFile, async ({ params, context }) => {
    const text = (await filesOf(context, params.graph_id)).get(params.file)
    const type = types[path.extname(params.file)]
    if (text === undefined || !type) {
      throw new HttpError(404, `There is no file “${params.file}” of these components.`)
    }
    return context.body(text, 200, { 'content-type': type, 'cache-control': 'no-cache' })
  })
}

/**
 * The agent server's address as whoever asks reaches it, which may be by a proxy of their own; elsewhere than on this
 * machine by the scheme of the page. As published.
 */
function addressAsAsked(context: Context, publicUrl: string | null): string {
  const { host, hostname } = new URL(context.req.url)
  const scheme = ['localhost', '127.0.0.1'].includes(hostname) ? 'http:' : ''
  const below = publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''
  const name = encodeURIComponent(context.req.param('deployment_name') ?? '')
  return `${scheme}//${host}${below}/agents/${name}`
}
