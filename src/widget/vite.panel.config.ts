import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * Rules of Tailwind that give its variables their first values stand behind a condition on old browsers,
 * since others know `@property`. In a shadow root that is ignored, so there the rules always hold.
 */
const firstValues: Plugin = {
  name: 'tailwind-first-values',
  enforce: 'post',
  transform(code, id) {
    if (!id.includes('panel.css')) return null
    const forced = code.replace(
      /(@layer properties\s*\{\s*@supports )[^{]*(?=\{)/,
      '$1(display:block)',
    )
    if (forced === code)
      this.error('Tailwind writes its first values otherwise: look at this plugin.')
    return { code: forced, map: null }
  },
}

/**
 * A host page may have added to Object.prototype: loops over an object's keys then see more than the
 * object holds, and some library takes that for its own.
 */
const ownKeysOnly: Plugin = {
  name: 'own-keys-only',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.[cm]?[jt]sx?$/.test(id.split('?')[0] ?? '')) return null
    const loop = /\bfor\s*\((const |let |var )?([\w$]+) in ([^()]+)\)/g
    const kept = code.replace(
      loop,
      (_all, declared = '', name, object) =>
        `for (${declared}${name} of Object.keys((${object}) ?? {}))`,
    )
    return kept === code ? null : { code: kept, map: null }
  },
}

/** zod keeps its settings under names of the page, so that copies share them: here is one copy. */
const noGlobalNames: Plugin = {
  name: 'no-global-names',
  transform(code, id) {
    if (!/[\\/]zod[\\/]/.test(id) || !code.includes('globalThis')) return null
    return { code: `var zodNames = {};\n${code.replaceAll('globalThis', 'zodNames')}`, map: null }
  },
}

/** The bubble and the panel that the loader fetches: a file for each, and what is needed seldom in files of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [ownKeysOnly, noGlobalNames, tailwindcss(), firstValues],
  publicDir: false,
  resolve: {
    // Half the size of the whole panel; what the chat uses of React, Preact has.
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    sourcemap: false,
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: {
        bubble: fileURLToPath(new URL('./loader/launcher.ts', import.meta.url)),
        panel: fileURLToPath(new URL('./panel/panel.tsx', import.meta.url)),
      },
      preserveEntrySignatures: 'allow-extension',
      transform: {
        inject: {
          JSON: [fileURLToPath(new URL('./panel/own-json.ts', import.meta.url)), 'ownJson'],
        },
      },
      output: {
        entryFileNames: 'widget/assets/[name]-[hash].js',
        chunkFileNames: 'widget/assets/[name]-[hash].js',
        assetFileNames: 'widget/assets/[name]-[hash][extname]',
      },
    },
  },
})
