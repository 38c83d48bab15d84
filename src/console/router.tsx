import type { RouteObject } from 'react-router-dom'
import { deploymentHandle, deploymentsHandle, listHandles } from './deployments/handles.ts'
import { paths } from './paths.ts'
import { pageCode, pageRoute } from './shell/page/page-code.ts'
import { PageFrame } from './shell/page/page-frame.tsx'
import type { PageHandle } from './shell/page/page-handle.ts'
import { PageSkeleton } from './shell/page/page-skeleton.tsx'
import { NotFoundPage } from './shell/page/problem-page.tsx'
import { RouteErrorPage } from './shell/page/route-error-page.tsx'
import { StartPage } from './shell/reviewer/start-page.tsx'
import { Shell } from './shell/shell.tsx'

/**
 * How the pages of the contract stand within each other; `paths.ts` makes links to them. Their code is loaded when
 * they are opened.
 */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    HydrateFallback: PageSkeleton,
    ErrorBoundary: RouteErrorPage,
    children: [
      {
        Component: PageFrame,
        ErrorBoundary: RouteErrorPage,
        children: [
          { index: true, Component: StartPage },
          {
            handle: deploymentsHandle,
            children: [
              pageRoute('deployments', () => import('./deployments/list/deployments-page.tsx')),
              pageRoute(
                'new-deployment',
                () => import('./deployments/form/new-deployment-page.tsx'),
              ),
              { handle: deploymentHandle, children: ofDeployment() },
            ],
          },
          pageRoute('all-overview', () => import('./overview/all-overview-page.tsx')),
          pageRoute('all-threads', () => import('./threads/all-threads-page.tsx')),
          pageRoute('all-runs', () => import('./runs/all-runs-page.tsx')),
          {
            lazy: pageCode(() => import('./alerts/alerts-layout.tsx')),
            children: [
              pageRoute('alerts', () => import('./alerts/alerts-page.tsx')),
              pageRoute('alert-rules', () => import('./alerts/alert-rules-page.tsx')),
              pageRoute('alert-channels', () => import('./alerts/alert-channels-page.tsx')),
            ],
          },
          pageRoute('suites', () => import('./qa/suites/suites-page.tsx')),
          {
            handle: { useTitle: () => 'QA suites', to: paths.suites } satisfies PageHandle,
            children: [pageRoute('suite', () => import('./qa/suites/suite-page.tsx'))],
          },
          pageRoute('qa-sessions', () => import('./qa/sessions/qa-sessions-page.tsx')),
          {
            handle: { useTitle: () => 'QA sessions', to: paths.qaSessions } satisfies PageHandle,
            children: [
              pageRoute('new-qa-session', () => import('./qa/sessions/new-qa-session-page.tsx')),
              pageRoute('qa-session', () => import('./qa/sessions/qa-session-page.tsx')),
              {
                lazy: pageCode(() => import('./qa/sessions/session-handle.ts')),
                children: [
                  pageRoute('qa-results', () => import('./qa/results/qa-results-page.tsx')),
                ],
              },
            ],
          },
          pageRoute('qa-review', () => import('./qa/review/qa-review-page.tsx')),
          pageRoute('providers', () => import('./oauth-providers/providers-page.tsx')),
          {
            handle: {
              useTitle: () => 'OAuth providers',
              to: paths.oauthProviders,
            } satisfies PageHandle,
            children: [
              pageRoute('new-provider', () => import('./oauth-providers/new-provider-page.tsx')),
              pageRoute('provider', () => import('./oauth-providers/provider-page.tsx')),
              pageRoute('edit-provider', () => import('./oauth-providers/edit-provider-page.tsx')),
            ],
          },
          pageRoute('embeds', () => import('./embeds/embeds-page.tsx')),
          {
            handle: { useTitle: () => 'Embeds', to: paths.embeds } satisfies PageHandle,
            children: [
              pageRoute('new-embed', () => import('./embeds/new-embed-page.tsx')),
              pageRoute('embed', () => import('./embeds/embed-page.tsx')),
              pageRoute('embed-analytics', () => import('./embeds/embed-analytics-page.tsx')),
            ],
          },
          pageRoute('feedback', () => import('./feedback/feedback-page.tsx')),
          pageRoute('connections', () => import('./connections/connections-page.tsx')),
          {
            handle: { useTitle: () => 'Connections', to: paths.connections } satisfies PageHandle,
            children: [
              pageRoute('new-connection', () => import('./connections/new-connection-page.tsx')),
              pageRoute('connection', () => import('./connections/connection-page.tsx')),
              pageRoute('edit-connection', () => import('./connections/edit-connection-page.tsx')),
            ],
          },
          {
            lazy: pageCode(() => import('./settings/settings-layout.tsx')),
            children: [
              pageRoute('appearance', () => import('./settings/appearance-page.tsx')),
              pageRoute('users', () => import('./settings/users-page.tsx')),
              pageRoute('password', () => import('./settings/password-page.tsx')),
              pageRoute('tokens', () => import('./settings/tokens-page.tsx')),
              pageRoute('faults', () => import('./settings/faults-page.tsx')),
              pageRoute('audit', () => import('./settings/audit-page.tsx')),
              pageRoute('stack', () => import('./settings/stack/stack-page.tsx')),
            ],
          },
          {
            lazy: pageCode(() => import('./docs/docs-layout.tsx')),
            children: [
              pageRoute('docs', () => import('./docs/docs-page.tsx')),
              pageRoute('doc', () => import('./docs/doc-page.tsx')),
            ],
          },
          {
            path: '*',
            handle: { useTitle: () => 'Not found' } satisfies PageHandle,
            Component: NotFoundPage,
          },
        ],
      },
    ],
  },
]

/** Pages of one deployment: those under its tabs first. */
function ofDeployment(): RouteObject[] {
  return [
    {
      lazy: pageCode(() => import('./deployments/deployment-layout.tsx')),
      children: [
        pageRoute('overview', () => import('./deployments/overview-page.tsx')),
        pageRoute('revisions', () => import('./deployments/revision/revisions-page.tsx')),
        {
          handle: listHandles.revisions,
          children: [
            pageRoute(
              'compare-revisions',
              () => import('./deployments/revision/compare/compare-revisions-page.tsx'),
            ),
          ],
        },
        pageRoute('assistants', () => import('./assistants/assistants-page.tsx')),
        {
          handle: listHandles.assistants,
          children: [pageRoute('assistant', () => import('./assistants/assistant-page.tsx'))],
        },
        pageRoute('schedules', () => import('./schedules/schedules-page.tsx')),
        pageRoute('threads', () => import('./threads/threads-page.tsx')),
        pageRoute('runs', () => import('./runs/runs-page.tsx')),
        pageRoute('deployment-feedback', () => import('./feedback/deployment-feedback-page.tsx')),
      ],
    },
    {
      handle: listHandles.revisions,
      children: [pageRoute('revision', () => import('./deployments/revision/revision-page.tsx'))],
    },
    pageRoute('thread', () => import('./threads/thread-page.tsx')),
    {
      handle: listHandles.runs,
      children: [pageRoute('run', () => import('./runs/run-page.tsx'))],
    },
    pageRoute('edit-deployment', () => import('./deployments/form/edit-deployment-page.tsx')),
    pageRoute('retention', () => import('./deployments/retention/retention-page.tsx')),
  ]
}
