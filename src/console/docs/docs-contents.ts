import { type Doc, docNamed } from '../objects/docs/docs.ts'

/** The pages in the order in which they are read, by what somebody is about. */
const order: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Agents',
    pages: [
      'getting-started',
      'developing-agents',
      'deploying',
      'authorization',
      'python',
      'examples',
      'runs',
      'usage',
      'feedback',
      'judging',
    ],
  },
  { title: 'Sites and programs', pages: ['embedding', 'embedding-sites', 'oauth', 'api'] },
  {
    title: 'Servers',
    pages: [
      'operators-guide',
      'operating-deployments',
      'configuration',
      'scaling',
      'compose.yaml',
      'quarterdeck@.service',
      'other-servers',
    ],
  },
  {
    title: 'Inside',
    pages: [
      'architecture',
      'runs-inside',
      'reliability',
      'executor-protocol',
      'benchmarks',
      'chat-performance',
      'console-performance',
      'testing',
      'mutation-testing',
    ],
  },
]

/** The docs in groups. */
export const contents: readonly { title: string; docs: readonly Doc[] }[] = order.map(
  ({ title, pages }) => ({ title, docs: pages.flatMap((id) => docNamed(id) ?? []) }),
)

const inOrder = contents.flatMap((group) => group.docs)

/** The pages before and after one. */
export function neighbours(id: string): { before: Doc | undefined; after: Doc | undefined } {
  const at = inOrder.findIndex((doc) => doc.id === id)
  return { before: inOrder[at - 1], after: at < 0 ? undefined : inOrder[at + 1] }
}
