import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compile } from '@tailwindcss/node'
import { Scanner } from '@tailwindcss/oxide'
import type { Plugin } from 'esbuild'

const { resolve } = createRequire(import.meta.url)

/** What only Tailwind understands. */
const directive =
  /@(import|tailwind|theme|apply|utility|variant|custom-variant|plugin|config|source|reference)\b/

/** Style sheets that use Tailwind CSS get the classes that the project's files name. */
export function tailwind(): Plugin {
  return {
    name: 'tailwind',
    setup(build) {
      const project = build.initialOptions.absWorkingDir ?? '.'
      build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8')
        const loader = file.endsWith('.module.css') ? 'local-css' : 'css'
        if (!directive.test(text)) return { contents: text, loader }
        const contents = await compiled(text, path.dirname(file), project)
        return { contents, loader, resolveDir: path.dirname(file) }
      })
    },
  }
}

async function compiled(text: string, base: string, project: string): Promise<string> {
  const { build, root, sources } = await compile(text, {
    base,
    onDependency: () => {},
    customCssResolver: async (id) => (/^tailwindcss(\/|$)/.test(id) ? ownSheet(id) : undefined),
  })
  const own =
    root === 'none' ? [] : [{ ...(root ?? { base: project, pattern: '**/*' }), negated: false }]
  return build(new Scanner({ sources: [...own, ...sources] }).scan())
}

/** Of the version that this server has, whatever the project has installed. */
function ownSheet(id: string): string {
  return resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id)
}
