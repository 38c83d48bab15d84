import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Built after bubble and panel, whose names it holds: one classic script without a name on the page. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  define: {
    BUBBLE: JSON.stringify(command === 'build' ? part('bubble') : null),
    PANEL: JSON.stringify(command === 'build' ? part('panel') : null),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    emptyOutDir: false,
    lib: {
      entry: fileURLToPath(new URL('./loader/widget.ts', import.meta.url)),
      formats: ['iife'],
      name: 'quarterdeckLoader',
      fileName: () => 'widget.js',
    },
  },
}))

function outDir(): string {
  const place = process.argv.indexOf('--outDir')
  const folder = process.argv[place + 1]
  if (place < 0 || folder === undefined) throw new Error('Say --outDir: it must hold the panel.')
  return folder
}

/** Where a part lies, seen from the server's address, and its hash. */
function part(name: string) {
  const folder = outDir()
  const file = readdirSync(`${folder}/widget/assets`).find((one) => one.startsWith(`${name}-`))
  if (file === undefined) throw new Error('Build the panel first.')
  const path = `widget/assets/${file}`
  const hash = createHash('sha384').update(readFileSync(`${folder}/${path}`))
  return { path, integrity: `sha384-${hash.digest('base64')}` }
}
