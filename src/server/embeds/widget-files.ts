import path from 'node:path'
import { type Context, Hono } from 'hono'
import { sendFile } from '../pages/send-file.ts'
import { readIfThere } from './read-if-there.ts'
import type { WidgetBuilds } from './widget-builds.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.tgz': 'application/gzip',
}

/** The page that plays a foreign site in the console's preview, and in nobody else's frame. */
const hostPagePolicy =
  "default-src 'self'; img-src 'self' data: blob: https:; media-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const forever = 'public, max-age=31536000, immutable'

/**
 * The widget's script and what it loads, for pages of every origin: they hold no secret and no answer
 * to anybody's question. `folder` is the console's build.
 */
export function widgetFiles(folder: string, builds: WidgetBuilds): Hono {
  const routes = new Hono()
  routes.get('/widget/:version/widget.js', async (context) => {
    const body = await builds.script(context.req.param('version'))
    return body ? sent(context, body, '.js', forever, notMade) : context.notFound()
  })
  for (const [address, cacheControl] of [
    ['/widget.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/quarterdeck-chat.tgz', 'no-cache'],
    ['/embed-page.css', 'public, max-age=300'],
    ['/embed-host.html', 'no-cache'],
    ['/embed-host.css', 'no-cache'],
    ['/embed-host.js', 'no-cache'],
    ['/widget/assets/:name', forever],
  ] as const) {
    routes.get(address, async (context) => {
      const name = path.posix.normalize(context.req.path)
      const extension = path.extname(name)
      const isPlain = /^[\w./-]+$/.test(name) && !name.includes('..') && extension in types
      const file = path.join(folder, name)
      const body = isPlain ? await readIfThere(file) : null
      // A page with an older script asks for what belongs to it.
      const kept = isPlain && !body && cacheControl === forever ? await builds.kept(name) : body
      const readMade = body ? () => readIfThere(`${file}.br`) : notMade
      return kept ? sent(context, kept, extension, cacheControl, readMade) : context.notFound()
    })
  }
  return routes
}

/** Of a build that is not the present one nothing is made in advance. */
const notMade = async () => null

function sent(
  context: Context,
  body: Buffer,
  extension: string,
  cacheControl: string,
  readMade: () => Promise<Buffer | null>,
) {
  const type = types[extension] ?? 'application/octet-stream'
  if (type.startsWith('text/html')) context.header('Content-Security-Policy', hostPagePolicy)
  context.header('Cache-Control', cacheControl)
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  return sendFile(context, { type, body, readMade })
}
