import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { connectionAddress } from '../../contract/pages/connection-address.ts'
import { askedFirst } from './asked-first.ts'
import { componentFrame, framePolicy } from './component-frame.ts'
import { pageAt } from './page-at.ts'
import { sendFile } from './send-file.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // Recordings in messages.
  'media-src data:',
  "connect-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** What the policy governs: pages, and the workers that they start. Everything else has the one of data. */
const hasPolicy = (file: string) => /\.html$|-worker-[^/]*\.js$/.test(file)

const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** What the build has drawn: see `newThreadFrame`. */
const newThreadFile = 'new-thread-frame.html'

/** What the build says in `pages.json`: the files of each page by its name. */
const filesOfPages = z.record(z.string(), z.array(z.string()))

/**
 * The built console. Files whose names carry a hash are kept by browsers for ever, everything else
 * is asked for again each time. Any other address that a browser navigates to is the console's
 * own: it gets the index page. `folder` is absolute and may not exist yet. `basePath` is what stands
 * before every path in a browser; the index page tells it to the console. Where `isOpen`, nobody has to
 * sign in, so the page's first frame shows at once. Source maps are not served.
 */
export function consoleFiles(folder: string, basePath = '', isOpen = false): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const name = decoded(req.path)
    if (name === null) return next()
    const file = path.join(folder, name)
    const index = path.join(folder, 'index.html')
    const isInside = file.startsWith(folder + path.sep)
    const isFile = !['', '.map'].includes(path.extname(file))
    const body = isInside && isFile && file !== index ? await read(file) : null
    if (body) return send(context, file, body)
    const wantsPage = !isFileName(name) && (req.header('accept') ?? '').includes('text/html')
    // Tools that look whether the server is there ask for “/” and name no type.
    const isNavigation = wantsPage || name === '/' || file === index
    if (!isNavigation) return next()
    const page = await read(index)
    if (!page) return notBuilt(context)
    const { connectionId, path: address } = connectionAddress(req.path)
    const at = pageAt(decoded(address) ?? address)
    const built = at && (await read(path.join(folder, 'pages.json')))
    const files = built
      ? (filesOfPages.parse(JSON.parse(built.toString('utf8')))[at.name] ?? [])
      : []
    const box = at?.isNewThread ? await read(path.join(folder, newThreadFile)) : null
    const first = askedFirst(basePath, connectionId, at?.reads ?? [], box === null)
    return send(context, index, indexFor(page, { basePath, isOpen, files, first, box }))
  }
}

/** Built files lie at the top or in `assets`. Elsewhere a dot is a part of an id, as of a provider. */
function isFileName(name: string): boolean {
  return path.extname(name) !== '' && /^\/(assets\/.*|[^/]*)$/.test(name)
}

interface PageHead {
  basePath: string
  isOpen: boolean
  /** What the page at this address needs beyond the files of every page. */
  files: readonly string[]
  /** See `askedFirst`. */
  first: string
  /** Of a new thread: the box that its first message is written into before the console is there. */
  box: Buffer | null
}

/**
 * The index page names its files relative to itself, and is answered at addresses of every depth. Browsers are
 * told at once which other files the page at this address needs, each of which they evaluate in a task of its own
 * before the console starts, and what it reads first.
 */
function indexFor(page: Buffer, { basePath, isOpen, files, first, box }: PageHead): Buffer {
  const styles = files
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="preload" as="style" crossorigin href="${basePath}/${file}">`)
  const scripts = files
    .filter((file) => file.endsWith('.js'))
    .map(
      (file) =>
        `<script type="module" fetchpriority="low" crossorigin src="${basePath}/${file}"></script>`,
    )
  const text = page
    .toString('utf8')
    .replaceAll(/ (href|src)="\.\//g, ` $1="${basePath}/`)
    .replace('<head>', `<head><meta name="quarterdeck-base" content="${basePath}">${first}`)
    .replace('</head>', `${styles.join('')}</head>`)
    // The console's own script is the last.
    .replace(/<script [^>]*><\/script>\s*<\/body>/, (last) => scripts.join('') + last)
    .replace('<html ', `<html ${isOpen ? 'data-frame ' : ''}`)
  return Buffer.from(box ? withBox(text, basePath, box) : text)
}

/**
 * The page of a new thread: the box for its first message stands in it, and none of the console's scripts.
 * public/theme.js asks for those when the box is on the screen: until then it alone has the line and the processor.
 */
function withBox(page: string, basePath: string, box: Buffer): string {
  const addresses: string[] = []
  const bare = page.replaceAll(
    /<script type="module" [^>]*src="([^"]+)"><\/script>\s*/g,
    (_all, address) => {
      addresses.push(address)
      return ''
    },
  )
  const later = `<meta name="quarterdeck-later" content="${addresses.join(' ')}">`
  return bare
    .replace('<head>', `<head>${later}`)
    .replace('</head>', `<script src="${basePath}/early-message.js"></script></head>`)
    .replace('</body>', () => `${box}</body>`)
}

function decoded(requestPath: string): string | null {
  try {
    const name = decodeURIComponent(requestPath)
    return name.includes('\0') ? null : name
  } catch {
    return null
  }
}

async function read(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(code ?? '')) return null
    throw error
  }
}

async function send(context: Context, file: string, body: Buffer): Promise<Response> {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  const isFrame = path.basename(file) === componentFrame
  const own = isFrame ? framePolicy(["'self'"]) : policy
  if (hasPolicy(file)) context.header('Content-Security-Policy', own)
  const isHashed =
    /[.-][A-Za-z0-9_-]{8,}\.\w+$/.test(file) && file.includes(`${path.sep}assets${path.sep}`)
  context.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  const type = types[path.extname(file)] ?? 'application/octet-stream'
  return sendFile(context, { type, body, readMade: () => read(`${file}.br`) })
}

function notBuilt(context: Context): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  context.header('Content-Security-Policy', policy)
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Quarterdeck</title>
<h1>The console is not built yet</h1>
<p>Run <code>npm run build</code> in the folder of Quarterdeck, then reload this page. The API answers already.</p></html>`
  return context.html(page, 503, { 'Cache-Control': 'no-store' })
}
