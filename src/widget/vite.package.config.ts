import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The package that hosts with a bundler install: it loads the server's script, so it holds no chat. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  build: {
    target: 'es2022',
    sourcemap: false,
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: {
        index: fileURLToPath(new URL('./package/index.ts', import.meta.url)),
        react: fileURLToPath(new URL('./package/react.tsx', import.meta.url)),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: ['react', 'react/jsx-runtime'],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // Frameworks that render on a server need it where hooks are used.
        banner: (chunk) => (chunk.name === 'react' ? "'use client'" : ''),
      },
    },
  },
})
