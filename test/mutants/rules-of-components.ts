import type { Rule } from './rule.ts'

const said = 'src/contract/agent-server/components/ui-messages.ts'
const saidTests = ['src/contract/agent-server/components/ui-messages.test.ts']
const tests = ['test/server/components/components.test.ts']
const visible = 'src/server/embeds/visitors/visible-components.ts'
const visibleTests = ['src/server/embeds/visitors/visible-components.test.ts']
const embedTests = ['test/server/embeds/components.test.ts']

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
  {
    says: 'an embed that does not show components tells nothing of what they say',
    file: visible,
    from: 'if (!embed.shows_components) return undefined',
    to: '',
    tests: visibleTests,
  },
  {
    says: 'nor while they say it',
    file: visible,
    from: 'if (!embed.shows_components) return null',
    to: '',
    tests: visibleTests,
  },
  {
    says: 'of what is known of a component visitors are told where it belongs and how it is changed',
    file: visible,
    from: 'ownMetadata.filter((field) => field in metadata)',
    to: 'Object.keys(metadata)',
    tests: visibleTests,
  },
  {
    says: 'an embed that does not show components hands out none of their code',
    file: 'src/server/embeds/visitors/conversation-routes.ts',
    from: "if (!embed.shows_components) throw new HttpError(404, 'This chat shows no components.')",
    to: '',
    tests: embedTests,
  },
  {
    says: 'nor the page that draws them',
    file: 'src/server/embeds/component-page.ts',
    from: 'embed.shows_components ? await readIfThere(file) : null',
    to: 'await readIfThere(file)',
    tests: embedTests,
  },
  {
    says: 'the page that draws components is for frames of the embed’s own pages',
    file: 'src/server/embeds/component-page.ts',
    from: 'framePolicy(framingOrigins(embed))',
    to: "framePolicy(['*'])",
    tests: embedTests,
  },
  {
    says: 'what was said by components before an attempt is nothing that was answered',
    file: 'src/server/qa/attempts/transcript.ts',
    from: 'if (known?.was === was) continue',
    to: '',
    tests: ['src/server/qa/attempts/transcript.test.ts'],
  },
  {
    says: 'who judges blind is not told by a component which target answered',
    file: 'src/server/qa/reviews/blind-side.ts',
    from: 'props: deep(step.props) as typeof step.props',
    to: 'props: step.props',
    tests: ['src/server/qa/reviews/blind-side.test.ts'],
  },
  {
    says: 'who judges blind is not told of which graph it is by what draws a component',
    file: 'src/server/qa/attempts/component-code.ts',
    from: 'text.replaceAll(global, neutralGlobal)',
    to: 'text',
    tests: ['src/server/qa/attempts/component-code.test.ts'],
  },
  {
    says: 'what draws a component is kept with the attempt that said it',
    file: 'src/server/qa/attempts/component-code-store.ts',
    from: 'and c.code_id = a.component_code',
    to: '',
    tests: ['test/server/qa/components.test.ts'],
  },
  {
    says: 'each side of a review is drawn by what its own target had',
    file: 'src/server/qa/reviews/review-item.ts',
    from: 'return orderOf(targets, left).map((target) => shown[target])',
    to: 'return shown',
    tests: ['test/server/qa/components.test.ts'],
  },
  {
    says: 'of the votes about a visitor’s answers only the visitor’s own go with the visitor',
    file: 'src/server/embeds/visitors/forget-visitor.ts',
    from: 'isOwn(metadata) ? [id] : []',
    to: '[id]',
    tests: ['test/server/embeds/forget-visitor.test.ts'],
  },
]
