/**
 * Loads the graph library before TypeScript can be loaded: the hooks for TypeScript look at every
 * module that comes after them, and the library has hundreds. A third of an executor's start.
 */
import '@langchain/langgraph'
import '@langchain/langgraph-checkpoint'
import 'tsx'

await import('./main.ts')
