import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'

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

const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/](react-query|query-core))[\\/]/

/**
 * What nearly every page uses. Not in it: what only some pages need, or what comes when it is first
 * opened, so that the first page need not wait for it.
 */
const PARTS =
  /src[\\/](client[\\/](?!run-stream)|console[\\/](api|last-checked|list-rows|url-filters|url-search|shell[\\/]gateway-context)\.|contract[\\/](connections|deployments|endpoint|errors|query|revisions|session)\.|ui[\\/](?!dialog|confirm-dialog|portal-container|toast-stack|log-|json-|code-block|step|graph|tabs|choice-card|text-area|data-|time-chart|mount-plot))/

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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Files name each other relative to themselves: the console may be served below a base path.
  base: './',
  plugins: [react(), tailwindcss(), noInjectedStyles],
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(
        new URL('./src/ui/style-singleton.ts', import.meta.url),
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
            // Changes only with the dependencies, so a browser keeps it from release to release.
            { name: 'framework', test: FRAMEWORK, priority: 2 },
            // What nearly every page uses: one file instead of dozens of a few hundred bytes.
            { name: 'parts', test: PARTS, priority: 1 },
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
    // Half of a test's time it waits for a server or a build of its own: three keep two cores busy.
    maxWorkers: 3,
    allowOnly: false,
    silent: 'passed-only',
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
