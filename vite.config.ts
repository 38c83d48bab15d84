import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { pagesPlugin } from './src/cli/pages-plugin.mjs'
import { TestOrder } from './test/helpers/test-order.ts'

/** Where `npm run dev` runs the server. */
const devApi = process.env.QUARTERDECK_DEV_API ?? 'http://127.0.0.1:4100'

/**
 * Hands a request to the server as if the browser had opened the server's own address, so that its
 * Host and Origin checks work in development as they do in production.
 */
const toServer: ProxyOptions = {
  target: devApi,
  changeOrigin: true,
  configure(proxy) {
    proxy.on('proxyReq', (outgoing, incoming) => {
      const { origin, host } = incoming.headers
      if (origin === `http://${host}`) outgoing.setHeader('origin', devApi)
    })
  },
}

/** These two change only with the dependencies, so a browser keeps them from release to release. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const ROUTER =
  /node_modules[\\/](react-router|react-router-dom|@tanstack[\\/](react-query|query-core))[\\/]/

/** What servers are asked and answer, checked. */
const WIRE =
  /node_modules[\\/]zod[\\/]|src[\\/]contract[\\/](?:[\w-]+[\\/])?(assistants|connections|deployments|endpoint|errors|feedback|query|revisions|session)\.|src[\\/]client[\\/](?!run-|feedback)/

/**
 * What nearly every page uses, and small things that several do. Not in it: what only some pages need, or what
 * comes when it is first opened, so that the first page need not wait for it.
 */
const PARTS = new RegExp(
  [
    String.raw`[\\/]lucide-react[\\/]`,
    String.raw`src[\\/]console[\\/](api|assistants[\\/]queries|connections[\\/]queries|lists[\\/](?!filtered)|objects[\\/](object-menu|remembered|thread-status|thread-title|vote-score)|paths|forms[\\/](request-preview|request-text|unsaved)|shell[\\/](copy-text|gateway-context|use-session|page[\\/](use-late-part|use-param))|deployments[\\/](chat-problem|deployment-types|dialogs|queries|revision[\\/](revision-pill|revision-status|rollout-steps)))`,
    String.raw`src[\\/]ui[\\/](?!graph|overlay[\\/](dialog|confirm-dialog|portal-container|toast-stack)|page[\\/](log-|step))`,
  ].join('|'),
)

/** What several pages about threads and runs share: a file of its own for each would cost each its way. */
const RUNS = new RegExp(
  [
    String.raw`src[\\/]contract[\\/](?:[\w-]+[\\/])?(command|faults|messages|run-|runs|thread-|threads)`,
    String.raw`src[\\/]client[\\/]run-polling`,
    String.raw`src[\\/]chat[\\/](scrolling[\\/]list-window|conversation[\\/]message-delta)`,
    String.raw`src[\\/]chat[\\/](conversation[\\/](outcome-looks|rollback-proof|run-outcome|same-json)|inspector[\\/](json-diff|state-diff))`,
    String.raw`src[\\/]console[\\/](objects[\\/](fault-lab|run-graph|run-status)|runs[\\/](cancel[\\/]cancel-words|runs-interval)|threads[\\/](feedback-setup\.|thread-list|thread-menu|what-threads-change))`,
    String.raw`src[\\/]ui[\\/]page[\\/]step-timeline`,
  ].join('|'),
)

/** What the pages of a deployment and of its revisions share. */
const REVISIONS =
  /src[\\/]console[\\/]deployments[\\/]revision[\\/](revision-menu|revisions-table)\./

/** What the pages that are forms share. */
const FORMS =
  /src[\\/]console[\\/]forms[\\/](form-page|form-parts|submit-row)\.|node_modules[\\/]react-hook-form[\\/]/

/** What a window over the page needs, and the questions asked in one. */
const DIALOGS =
  /src[\\/]ui[\\/]overlay[\\/](dialog|confirm-dialog|portal-container)\.|node_modules[\\/]@?radix-ui[\\/]/

/**
 * The Content-Security-Policy allows no <style> element. Sonner adds its rules by one when it is
 * loaded; they are in our style sheet already, so that call is taken out.
 */
const noInjectedStyles: Plugin = {
  name: 'no-injected-styles',
  transform(code, id) {
    if (!id.includes('/node_modules/sonner/dist/')) return null
    const kept = code.replace(/^__insertCSS\(".*"\);?$/m, '')
    if (kept === code)
      this.error('Sonner no longer adds its styles as it did: look at this plugin.')
    return { code: kept, map: null }
  },
}

/**
 * Tells browsers that a script's functions are called as soon as it is here: they compile them while it arrives,
 * beside the page's own thread, and not one by one on it. What a page only opens later goes without.
 */
const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // Only as the first line it counts, and Vite adds lines of its own.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const isPage = /-(page|layout)\.tsx$/.test(file.facadeModuleId ?? '')
        if (file.isDynamicEntry && !isPage) continue
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
}

/**
 * The page's first frame is painted before its scripts are fetched, and each script is run in a task of its
 * own: those that the entry needs are named as scripts, in the order in which they need each other.
 */
const scriptsLater: Plugin = {
  name: 'scripts-later',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const scripts: string[] = []
      const rest = html
        .replace(/ *<script type="module"[^>]* src="([^"]+)"><\/script>\n/, (_all, src) => {
          scripts.push(src)
          return ''
        })
        .replaceAll(/ *<link rel="modulepreload"[^>]* href="([^"]+)">\n/g, (_all, src) => {
          scripts.splice(-1, 0, src)
          return ''
        })
      const tags = scripts.map(
        (src) =>
          `    <script type="module" fetchpriority="low" crossorigin src="${src}"></script>\n`,
      )
      return rest.replace('  </body>', `${tags.join('')}  </body>`)
    },
  },
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Files name each other relative to themselves: the console may be served below a base path.
  base: './',
  plugins: [react(), tailwindcss(), noInjectedStyles, scriptsLater, pagesPlugin(), compileHints],
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(
        new URL('./src/ui/overlay/style-singleton.ts', import.meta.url),
      ),
    },
  },
  optimizeDeps: { entries: ['index.html'] },
  build: {
    outDir: 'dist/console',
    target: 'es2023',
    // The Content-Security-Policy allows no inline script, and every supported browser preloads modules.
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A few large files arrive sooner than many small ones: each costs its way to the server, and browsers
            // fetch six at a time, which share the line.
            { name: 'framework', test: FRAMEWORK, priority: 2 },
            { name: 'router', test: ROUTER, priority: 2 },
            { name: 'parts', test: (id) => WIRE.test(id) || PARTS.test(id), priority: 1 },
            { name: 'revisions', test: REVISIONS, priority: 1 },
            { name: 'runs', test: RUNS, priority: 1 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'dialogs', test: DIALOGS, priority: 1 },
            {
              name: 'virtual',
              test: /node_modules[\\/]@tanstack[\\/](react-)?virtual/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['.'] },
    proxy: {
      '/gateway': toServer,
      '/api-host': toServer,
      '/agents': toServer,
      '/api/v1': toServer,
    },
  },
  test: {
    // Half of a test's time it waits for a server or a build of its own: four keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: TestOrder },
    allowOnly: false,
    silent: 'passed-only',
    // A limit is no measurement: what is waited for comes from a real server, on a machine that may be busy.
    expect: { poll: { timeout: 60_000 } },
    exclude: ['test/e2e/**'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // The server's code and the database are loaded once for each worker, not for each file.
          isolate: false,
          include: ['{src,test}/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['{src,test}/**/*.test.tsx'],
          globalSetup: ['./test/helpers/stack-host.ts'],
          setupFiles: ['./test/setup-dom.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
