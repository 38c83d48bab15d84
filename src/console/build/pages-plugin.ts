import type { Plugin } from 'vite'
import { pageNames } from '../../contract/pages.ts'
import { modulesOfPages } from './page-code.ts'

/**
 * Writes `pages.json` beside the built console: for each page, by its name, the files that it needs beyond
 * those of every page, each after those that it imports. The server names them in the page, so that browsers
 * ask for all at once.
 */
export function pagesPlugin(): Plugin {
  return {
    name: 'quarterdeck-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const neededBy = (fileName: string, met = new Set<string>()): string[] => {
        if (met.has(fileName)) return []
        met.add(fileName)
        const chunk = chunks.find((one) => one.fileName === fileName)
        const imported = (chunk?.imports ?? []).flatMap((name) => neededBy(name, met))
        return [...imported, ...(chunk?.viteMetadata?.importedCss ?? []), fileName]
      }
      const entries = chunks.filter(({ isEntry }) => isEntry)
      const always = new Set(entries.flatMap(({ fileName }) => neededBy(fileName)))
      const fileOf = new Map(
        chunks.map(({ facadeModuleId, fileName }) => [facadeModuleId ?? '', fileName]),
      )
      const files = modulesOfPages([...fileOf.keys()]).map((modules, index) => {
        const needed = modules.flatMap((id) => neededBy(fileOf.get(id) ?? ''))
        return [pageNames[index], [...new Set(needed)].filter((name) => !always.has(name))]
      })
      const source = JSON.stringify(Object.fromEntries(files))
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}
