import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './src/console/build/chunk-groups.ts'
import { firstFramePlugin } from './src/console/build/first-frame-plugin.ts'
import { pagesPlugin } from './src/console/build/pages-plugin.ts'
import { minutes, testMs, waitMs } from './test/helpers/patience.ts'
import { OF_WORKERS } from './test/helpers/short-lived.ts'
import { TestOrder } from './test/helpers/test-order.ts'

/**
 * The tests of threads, runs and streams that are the same for graphs in each language. With graphs in Python
 * `npm test` runs those of the requirements; QUARTERDECK_ALL_IN_PYTHON=1 runs every one (`docs/testing.md`).
 */
const LANGUAGE_TESTS = process.env.QUARTERDECK_ALL_IN_PYTHON
  ? [
      'test/conformance/{client,patterns,requirements,trace}.test.ts',
      'test/server/hostile/{harm,line}.test.ts',
      'test/server/agent-server/auth/*.test.ts',
      'test/server/agent-server/{asked-lease,bad-input,cancel,cancelled-state,children,delta-states,disconnect,half-a-step,large-states,library-traces,own-server,queue,restart,run-feedback,run-options,run-property,runs,silent-process,stateless,store,stream-modes,streams,strict-resume,thread-states,threads,traces,usage,whole-numbers}.test.ts',
    ]
  : [
      'test/conformance/{requirements,trace}.test.ts',
      'test/server/agent-server/{asked-lease,bad-input,cancel,cancelled-state,children,delta-states,disconnect,half-a-step,large-states,own-server,library-traces,run-feedback,silent-process,strict-resume,traces,usage,whole-numbers}.test.ts',
      'test/server/agent-server/protocol-v2/thread-recording.test.ts',
      'test/server/agent-server/auth/*.test.ts',
      'test/server/hostile/{harm,line}.test.ts',
    ]

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

/**
 * React Router names its build for development in every one of its exports, also to bundlers: checks and sentences
 * for programmers, which no visitor needs. What is built takes the one for production.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: routerFile('index.mjs') },
        { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
      ],
    },
  }),
}

function routerFile(name: string): string {
  return fileURLToPath(
    new URL(`./node_modules/react-router/dist/production/${name}`, import.meta.url),
  )
}

/** Files that stand in the page itself. */
const ofEveryPage = /^assets\/(framework|parts|rolldown-runtime|router)-/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Files name each other relative to themselves: the console may be served below a base path.
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    productionRouter,
    noInjectedStyles,
    firstFramePlugin(
      fileURLToPath(new URL('./src/console/shell/first-frame.tsx', import.meta.url)),
      fileURLToPath(
        new URL('./src/console/shell/new-thread/new-thread-frame.tsx', import.meta.url),
      ),
    ),
    scriptsLater,
    pagesPlugin(),
    compileHints,
  ],
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
    modulePreload: {
      polyfill: false,
      // Whatever is loaded later finds the files of every page there, and names itself.
      resolveDependencies: (filename, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => file !== filename && !ofEveryPage.test(file)),
    },
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups(fileURLToPath(new URL('./src/console/main.tsx', import.meta.url))),
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
      // Built, as in production.
      '/component-frame.html': toServer,
    },
  },
  test: {
    // Half of a test's time it waits for a server or a build of its own: four keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: TestOrder },
    allowOnly: false,
    silent: 'passed-only',
    expect: { poll: { timeout: waitMs } },
    exclude: ['test/e2e/**'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // The server's code and the database are loaded once for each worker, not for each file.
          isolate: false,
          execArgv: OF_WORKERS,
          include: ['{src,test}/**/*.test.ts'],
          globalSetup: ['./test/helpers/postgres-host.ts'],
          exclude: ['test/e2e/**', 'test/server/python/**'],
          testTimeout: testMs,
          hookTimeout: minutes(1),
        },
      },
      {
        extends: true,
        test: {
          name: 'python',
          environment: 'node',
          isolate: false,
          execArgv: OF_WORKERS,
          globalSetup: ['./test/helpers/postgres-host.ts'],
          // What holds for every graph is tested with graphs in Python by the same files.
          include: ['test/server/python/**/*.test.ts', ...LANGUAGE_TESTS],
          env: { QUARTERDECK_TEST_LANGUAGE: 'python' },
          testTimeout: testMs,
          hookTimeout: minutes(1),
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          // React and the console are loaded once for each worker; each test takes its page down again.
          isolate: false,
          execArgv: OF_WORKERS,
          include: ['{src,test}/**/*.test.tsx'],
          globalSetup: ['./test/helpers/stack-host.ts'],
          setupFiles: ['./test/setup-dom.ts'],
          testTimeout: testMs,
          hookTimeout: minutes(1),
        },
      },
    ],
  },
})
