import type { Plugin } from 'esbuild'

/** With all that lies below them. */
const ofEveryPage = ['react', 'react-dom', '@langchain/langgraph-sdk']

/**
 * What the page has itself is asked of it, by the published `LGUI_REQUIRE`: hooks work within one React alone.
 */
export function pageModules(shared: readonly string[]): Plugin {
  const names = [...ofEveryPage, ...shared].map((name) => name.replaceAll(/[^\w/@-]/g, '\\$&'))
  return {
    name: 'page-modules',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^(${names.join('|')})(/.*)?$`) }, ({ path }) => ({
        path,
        namespace: 'page',
      }))
      build.onLoad({ filter: /.*/, namespace: 'page' }, ({ path }) => ({
        contents: `module.exports = globalThis[Symbol.for("LGUI_REQUIRE")](${JSON.stringify(path)})`,
      }))
    },
  }
}
