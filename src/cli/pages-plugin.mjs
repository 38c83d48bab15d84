// @ts-check
import { dirname, resolve } from 'node:path'

/**
 * @typedef {{ type: string, [key: string]: any }} Node A node of a syntax tree
 * @typedef {{ pattern: string, sources: readonly string[] }} Page
 */

const routerFile = '/src/console/router.tsx'

/**
 * Writes `pages.json` beside the built console: for each address of its router the files that its page needs
 * beyond those of every page, each after those that it imports. The server names them in the page, so that
 * browsers ask for all at once.
 * @returns {import('vite').Plugin}
 */
export function pagesPlugin() {
  /** @type {Page[]} */
  let pages = []
  let folder = ''
  return {
    name: 'quarterdeck-pages',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith(routerFile)) return null
      folder = dirname(id)
      pages = pagesOf(this.parse(code))
      if (pages.length === 0) this.error('The router’s pages were not found: look at this plugin.')
      return null
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      /** @param {string} fileName @param {Set<string>} met @returns {string[]} */
      const neededBy = (fileName, met = new Set()) => {
        if (met.has(fileName)) return []
        met.add(fileName)
        const chunk = chunks.find((one) => one.fileName === fileName)
        const imported = (chunk?.imports ?? []).flatMap((name) => neededBy(name, met))
        return [...imported, ...(chunk?.viteMetadata?.importedCss ?? []), fileName]
      }
      const always = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => neededBy(fileName)),
      )
      const files = pages.map(({ pattern, sources }) => {
        const needed = sources.flatMap((source) => {
          const id = resolve(folder, source)
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id)
          return chunk ? neededBy(chunk.fileName) : []
        })
        return { pattern, files: [...new Set(needed)].filter((name) => !always.has(name)) }
      })
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(files) })
    },
  }
}

/**
 * The addresses of the router and the files that they load, from its source.
 * @param {Node} program @returns {Page[]}
 */
function pagesOf(program) {
  /** @type {Map<string, Node>} */
  const lists = new Map()
  for (const statement of program.body) {
    const { declaration = statement } = statement
    for (const { id, init } of declaration?.declarations ?? []) {
      if (init?.type === 'ArrayExpression') lists.set(id.name, init)
    }
    if (declaration?.type === 'FunctionDeclaration') {
      const returned = declaration.body.body.find(
        (/** @type {Node} */ { type }) => type === 'ReturnStatement',
      )
      if (returned?.argument?.type === 'ArrayExpression') {
        lists.set(declaration.id.name, returned.argument)
      }
    }
  }
  /** @param {Node | undefined} list @param {string} above @param {readonly string[]} loaded @returns {Page[]} */
  const below = (list, above, loaded) =>
    (list?.elements ?? []).flatMap((/** @type {Node} */ route) => {
      /** @param {string} name @returns {Node | undefined} */
      const part = (name) =>
        route.properties.find((/** @type {Node} */ { key }) => key?.name === name)?.value
      const path = part('path')?.value
      const source = part('lazy')?.arguments?.[0]?.body?.source?.value
      const pattern = path === undefined ? above : `${above}/${path}`
      const sources = source === undefined ? loaded : [...loaded, source]
      const children = part('children')
      if (!children) return sources.length > 0 ? [{ pattern, sources }] : []
      const of = children.type === 'CallExpression' ? lists.get(children.callee.name) : children
      return below(of, pattern, sources)
    })
  return below(lists.get('routes'), '', [])
}
