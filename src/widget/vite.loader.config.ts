import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Built after the panel, whose name it holds: one classic script without a name on the page. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  define: {
    PANEL_PATH: JSON.stringify(command === 'build' ? panelPath(outDir()) : ''),
    PANEL_INTEGRITY: JSON.stringify(command === 'build' ? panelIntegrity(outDir()) : ''),
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

function panelPath(folder: string): string {
  const panel = readdirSync(`${folder}/widget/assets`).find((name) => name.startsWith('panel-'))
  if (panel === undefined) throw new Error('Build the panel first.')
  return `widget/assets/${panel}`
}

function panelIntegrity(folder: string): string {
  const panel = readFileSync(`${folder}/${panelPath(folder)}`)
  return `sha384-${createHash('sha384').update(panel).digest('base64')}`
}
