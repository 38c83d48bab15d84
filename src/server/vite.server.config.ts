import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/**
 * The server as few files of JavaScript: hundreds of files of TypeScript take seconds to load. Packages stay what
 * they are. Beside the server itself (`start`, `dev`) the programs that it runs in processes of their own.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = (name: string) => path.join(root, 'src/server', name)

/** By the names of the files that come of them. */
const programs: Record<string, string> = {
  start: source('main.ts'),
  dev: source('working-folder/main.ts'),
  executor: source('executor/main.ts'),
  'type-reader': source('type-reader/main.ts'),
  'ui-builder': source('ui-builder/main.ts'),
}

/** What is built lies this deep: in a folder of its own within `dist/server`. */
const built = path.join(root, 'dist/server/build')
const fromBuilt = (place: string) => path.relative(built, place).replaceAll(path.sep, '/')

/**
 * A module that was built is still where its source is: what it names from there (the migrations, the examples, a
 * program in JavaScript) is found. Only a program that is built too is the built one.
 */
const samePlaces: Plugin = {
  name: 'same-places',
  enforce: 'pre',
  transform(code, id) {
    // Named with slashes on every system.
    if (!path.normalize(id).startsWith(source('')) || !code.includes('import.meta.')) return null
    const named = code.replaceAll(
      /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g,
      (_all, name: string) => {
        const target = fileURLToPath(new URL(name, pathToFileURL(id)))
        const program = Object.keys(programs).find((one) => programs[one] === target)
        const place = program ? `./${program}.mjs` : withEnd(fromBuilt(target), name)
        return `new URL('${place}', import.meta.url)`
      },
    )
    const others = /(?<!createRequire\(|URL\('[^']+', )import\.meta\.(url|filename)/.exec(named)
    if (others)
      this.error(`Name places by new URL('…', import.meta.url), not by ${others[0]} alone.`)
    const folder = `import.meta.dirname + '/${fromBuilt(path.dirname(id))}'`
    return { code: named.replaceAll('import.meta.dirname', folder), map: null }
  },
}

/** A folder's address ends as it did: what is named from it lies in it. */
function withEnd(place: string, name: string): string {
  return name.endsWith('/') ? `${place}/` : place
}

export default defineConfig({
  root,
  plugins: [samePlaces],
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: programs,
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' },
    },
  },
})
