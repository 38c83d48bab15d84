import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Hono } from 'hono'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.tgz': 'application/gzip',
}

/** The page that plays a foreign site in the console's preview, and in nobody else's frame. */
const hostPagePolicy =
  "default-src 'self'; img-src 'self' data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * The widget's script and what it loads, for pages of every origin: they hold no secret and no answer
 * to anybody's question. `folder` is the console's build.
 */
export function widgetFiles(folder: string): Hono {
  const routes = new Hono()
  for (const [address, cacheControl] of [
    ['/widget.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/quarterdeck-chat.tgz', 'no-cache'],
    ['/embed-page.css', 'public, max-age=300'],
    ['/embed-host.html', 'no-cache'],
    ['/embed-host.css', 'no-cache'],
    ['/embed-host.js', 'no-cache'],
    ['/widget/assets/:name', 'public, max-age=31536000, immutable'],
  ] as const) {
    routes.get(address, async (context) => {
      const name = path.posix.normalize(context.req.path)
      const type = types[path.extname(name)]
      const isPlain = /^[\w./-]+$/.test(name) && !name.includes('..')
      const body = type && isPlain ? await read(path.join(folder, name)) : null
      if (!body || !type) return context.notFound()
      context.header('Content-Type', type)
      if (type.startsWith('text/html')) {
        context.header('Content-Security-Policy', hostPagePolicy)
      }
      context.header('Cache-Control', cacheControl)
      context.header('Access-Control-Allow-Origin', '*')
      context.header('Cross-Origin-Resource-Policy', 'cross-origin')
      return context.body(new Uint8Array(body))
    })
  }
  return routes
}

async function read(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
