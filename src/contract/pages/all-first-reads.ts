import type { PageName } from '../pages.ts'
import { alertChannelsPage, alertRulesPage, alertsPage } from './alert-pages.ts'
import { assistantPage, assistantsPage } from './assistant-pages.ts'
import { aboutConnection } from './connection-pages.ts'
import {
  aboutDeployment,
  compareRevisionsPage,
  deploymentsPage,
  newEmbedPage,
  overviewPage,
  revisionPage,
  revisionsPage,
} from './deployment-pages.ts'
import { aboutEmbed, embedsPage } from './embed-pages.ts'
import type { FirstReads, Read } from './first-reads.ts'
import { aboutProvider, providersPage } from './provider-pages.ts'
import { aboutQaSession, newQaSessionPage, suitePage, suitesPage } from './qa-pages.ts'
import { retentionPage } from './retention-pages.ts'
import { schedulesPage } from './schedule-pages.ts'
import { runPage, threadPage } from './thread-pages.ts'

/** Of all pages; whoever needs one page's only, takes those alone. */
export const allFirstReads: readonly FirstReads[] = [
  deploymentsPage,
  aboutDeployment,
  overviewPage,
  revisionsPage,
  compareRevisionsPage,
  revisionPage,
  retentionPage,
  assistantsPage,
  assistantPage,
  schedulesPage,
  threadPage,
  runPage,
  alertsPage,
  alertRulesPage,
  alertChannelsPage,
  suitesPage,
  suitePage,
  newQaSessionPage,
  aboutQaSession,
  providersPage,
  aboutProvider,
  embedsPage,
  aboutEmbed,
  newEmbedPage,
  aboutConnection,
]

/** What a page begins with. @param params of its address, decoded */
export function firstReadsOf(
  name: PageName,
  params: Readonly<Record<string, string>>,
): readonly Read[] {
  return allFirstReads
    .filter((page) => page.pages.includes(name))
    .flatMap((page) => page.reads(params))
}
