import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** One file: a page of no origin can load no other. */
const asPage: Plugin = {
  name: 'as-page',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const [file, chunk] of Object.entries(bundle)) {
      if (chunk.type !== 'chunk') continue
      delete bundle[file]
      const code = chunk.code.replaceAll('</script', '<\\/script')
      this.emitFile({
        type: 'asset',
        fileName: 'component-frame.html',
        source: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Component</title><style>body{margin:0;overflow-x:auto;font:14px/1.5 system-ui,sans-serif;color:CanvasText}#component{display:flow-root}</style><body><script>${code}</script></body></html>\n`,
      })
    }
  },
}

/** The page that draws one component of a project: see `frame.tsx`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../..', import.meta.url)),
  plugins: [asPage],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    sourcemap: false,
    emptyOutDir: false,
    lib: {
      entry: fileURLToPath(new URL('./frame.tsx', import.meta.url)),
      formats: ['iife'],
      name: 'componentFrame',
      fileName: () => 'component-frame.js',
    },
  },
})
