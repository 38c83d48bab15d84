/**
 * Loads the graph library before TypeScript can be loaded: the hooks for TypeScript look at every
 * module that comes after them, and the library has hundreds. A third of an executor's start.
 */
import '@langchain/langgraph'
import '@langchain/langgraph-checkpoint'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'

// The executor itself, from its source or as it was built; and where the project is a working folder, which nothing
// is linked into, the library.
const [, , program = '', , library] = process.argv
const { TMPDIR } = process.env
if (library) {
  // Here the loader keeps what it has made of somebody's code, and with this folder it goes.
  process.env.TMPDIR = library
  register('./project/library-hooks.mjs', { parentURL: import.meta.url, data: { library } })
}
await import('tsx')
if (TMPDIR === undefined) delete process.env.TMPDIR
else process.env.TMPDIR = TMPDIR
await import(pathToFileURL(program).href)
