import type { Rule } from './rule.ts'

const said = 'src/contract/agent-server/components/ui-messages.ts'
const saidTests = ['src/contract/agent-server/components/ui-messages.test.ts']
const tests = ['test/server/components/components.test.ts']

/** What holds of the components that draw what an agent says; what their code cannot reach, a browser is asked about. */
export const rulesOfComponents: readonly Rule[] = [
  {
    says: 'a part of what a component shows leaves the rest as it is',
    file: said,
    from: 'props: { ...known.props, ...said.props }',
    to: 'props: said.props',
    tests: saidTests,
  },
  {
    says: 'what an agent takes away is gone',
    file: said,
    from: "if (type === 'remove-ui') return list.filter((one) => one.id !== id)",
    to: '',
    tests: saidTests,
  },
  {
    says: 'a component stands with the message that it names, whatever its run',
    file: 'src/chat/components/of-turn.ts',
    from: 'if (named !== undefined) return mine.has(named)',
    to: '',
    tests: ['src/chat/components/of-turn.test.ts'],
  },
  {
    says: 'a build whose components are gone is made anew',
    file: 'src/server/control-plane/rollout/build/build-folders.ts',
    from: 'if (build.ui && !(await exists(this.componentsOf(build)))) return false',
    to: '',
    tests,
  },
  {
    says: 'what the page has is asked of it, and not bundled',
    file: 'src/server/ui-builder/page-modules.ts',
    from: "['react', 'react-dom', '@langchain/langgraph-sdk']",
    to: "['react-dom', '@langchain/langgraph-sdk']",
    tests,
  },
  {
    says: 'no name of a component ends the markup around it',
    file: 'src/server/agent-server/components/component-markup.ts',
    from: ".replaceAll(\"'\", '&#39;')",
    to: '',
    tests,
  },
  {
    says: 'a project closes the components of its agent',
    file: 'src/server/agent-server/project-http/closed-parts.ts',
    from: "['ui', /^\\/ui(\\/|$)/],",
    to: '',
    tests,
  },
  {
    says: 'without components their addresses are free for the app of the project',
    file: 'src/server/agent-server/auth/guard-requests.ts',
    from: 'return !revision.components_file',
    to: 'return false',
    tests,
  },
]
