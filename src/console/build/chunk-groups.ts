import { pageNames } from '../../contract/pages.ts'
import { modulesOfPages } from './page-code.ts'
import { type ModuleGraph, reachable, sharedFiles } from './shared-files.ts'

/** What the bundler tells of its modules when it divides them into files. */
interface Modules {
  getModuleInfo(id: string): {
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    code: string | null
  } | null
}

/** React changes only with the dependencies, so a browser keeps it from release to release. */
const framework = /node_modules[\\/](react|react-dom|scheduler)[\\/]/

/**
 * How the console is divided into files: the libraries that every page needs, and of the rest what pages share, by
 * `sharedFiles`. The bundler goes through the files by their names, and puts into each also what it imports.
 * @param entry the module that every page starts with
 */
export function chunkGroups(entry: string) {
  let files: Map<string, string> | undefined
  const fileOf = (id: string, modules: Modules) => {
    files ??= plan(entry, modules)
    return files.get(id) ?? null
  }
  return [
    { name: 'framework', test: framework, priority: 2 },
    { name: 'router', test: /node_modules/, tags: ['$initial' as const], priority: 1 },
    { name: fileOf },
  ]
}

function plan(entry: string, modules: Modules): Map<string, string> {
  const graph: ModuleGraph = {
    importsOf: (id) => modules.getModuleInfo(id)?.importedIds ?? [],
    sizeOf: (id) => modules.getModuleInfo(id)?.code?.length ?? 0,
  }
  const later = loadedLater(entry, modules)
  const pages = modulesOfPages(later)
  // What a page alone needs comes with it: it is not opened by itself.
  const late = later.filter((id) => !pages.some((own) => own.includes(id)))
  const files = sharedFiles(graph, {
    entry,
    pages,
    starts: new Map([
      [pageNames.indexOf('deployments'), 60],
      [pageNames.indexOf('thread'), 15],
    ]),
    late,
  })
  // Styles are divided as the scripts that import them are.
  return new Map([...files].filter(([id]) => !/\.css($|\?)/.test(id)))
}

/** Every module that is loaded on its own after the entry. */
function loadedLater(entry: string, modules: Modules): string[] {
  const later = (id: string) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const all = reachable(
    { importsOf: (id) => [...(modules.getModuleInfo(id)?.importedIds ?? []), ...later(id)] },
    [entry],
  )
  return [...new Set([...all].flatMap(later))]
}
