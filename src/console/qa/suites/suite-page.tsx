import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { suitePage } from '../../../contract/pages/qa-pages.ts'
import { useApi } from '../../api.tsx'
import { suiteQuery } from '../../objects/qa/qa-queries.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { SuiteEditor } from './suite-editor.tsx'

export const handle = {
  useTitle: ({ suiteId = '' }) => useQuery(suiteQuery(useApi(), suiteId)).data?.name ?? null,
  section: 'suites',
  layout: 'fill',
  firstReads: suitePage,
} satisfies PageHandle

/** One suite: its cases as a table, the turns of the chosen one beside it. */
export function Component() {
  const { data: suite } = useSuspenseQuery(suiteQuery(useApi(), useParam('suiteId')))
  return <SuiteEditor key={suite.suite_id} suite={suite} />
}
