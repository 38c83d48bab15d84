import { Navigate, type RouteObject } from 'react-router-dom'
import { deploymentHandle, deploymentsHandle, listHandles } from './deployments/handles.ts'
import { paths } from './paths.ts'
import {
  RunsOfLastDeployment,
  ThreadsOfLastDeployment,
} from './shell/navigation/choose-deployment-page.tsx'
import { PageSkeleton } from './shell/page/page-boundary.tsx'
import { page } from './shell/page/page-code.ts'
import { PageFrame } from './shell/page/page-frame.tsx'
import type { PageHandle } from './shell/page/page-handle.ts'
import { NotFoundPage } from './shell/page/problem-page.tsx'
import { RouteErrorPage } from './shell/page/route-error-page.tsx'
import { Shell } from './shell/shell.tsx'

/** Every address of the console; `paths.ts` makes links to them. Pages are loaded when they are opened. */
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
          { index: true, element: <Navigate replace to={paths.deployments()} /> },
          {
            path: 'deployments',
            handle: deploymentsHandle,
            children: [
              { index: true, lazy: page(() => import('./deployments/list/deployments-page.tsx')) },
              {
                path: 'new',
                lazy: page(() => import('./deployments/form/new-deployment-page.tsx')),
              },
              { path: ':deploymentId', handle: deploymentHandle, children: ofDeployment() },
            ],
          },
          {
            path: 'threads',
            handle: { useTitle: () => 'Threads', section: 'threads' } satisfies PageHandle,
            Component: ThreadsOfLastDeployment,
          },
          {
            path: 'runs',
            handle: { useTitle: () => 'Runs', section: 'runs' } satisfies PageHandle,
            Component: RunsOfLastDeployment,
          },
          {
            path: 'oauth-providers',
            lazy: page(() => import('./oauth-providers/providers-page.tsx')),
          },
          {
            path: 'oauth-providers',
            handle: {
              useTitle: () => 'OAuth providers',
              to: paths.oauthProviders,
            } satisfies PageHandle,
            children: [
              {
                path: '~new',
                lazy: page(() => import('./oauth-providers/new-provider-page.tsx')),
              },
              {
                path: ':providerId',
                lazy: page(() => import('./oauth-providers/provider-page.tsx')),
              },
              {
                path: ':providerId/edit',
                lazy: page(() => import('./oauth-providers/edit-provider-page.tsx')),
              },
            ],
          },
          { path: 'embeds', lazy: page(() => import('./embeds/embeds-page.tsx')) },
          {
            path: 'embeds',
            handle: { useTitle: () => 'Embeds', to: paths.embeds } satisfies PageHandle,
            children: [
              { path: 'new', lazy: page(() => import('./embeds/new-embed-page.tsx')) },
              { path: ':embedId', lazy: page(() => import('./embeds/embed-page.tsx')) },
            ],
          },
          { path: 'feedback', lazy: page(() => import('./feedback/feedback-page.tsx')) },
          { path: 'connections', lazy: page(() => import('./connections/connections-page.tsx')) },
          {
            path: 'connections',
            handle: { useTitle: () => 'Connections', to: paths.connections } satisfies PageHandle,
            children: [
              { path: 'new', lazy: page(() => import('./connections/new-connection-page.tsx')) },
              {
                path: ':connectionId',
                lazy: page(() => import('./connections/connection-page.tsx')),
              },
              {
                path: ':connectionId/edit',
                lazy: page(() => import('./connections/edit-connection-page.tsx')),
              },
            ],
          },
          {
            path: 'settings',
            lazy: page(() => import('./settings/settings-layout.tsx')),
            children: [
              { index: true, lazy: page(() => import('./settings/appearance-page.tsx')) },
              { path: 'users', lazy: page(() => import('./settings/users-page.tsx')) },
              { path: 'password', lazy: page(() => import('./settings/password-page.tsx')) },
              { path: 'tokens', lazy: page(() => import('./settings/tokens-page.tsx')) },
              { path: 'faults', lazy: page(() => import('./settings/faults-page.tsx')) },
              { path: 'audit', lazy: page(() => import('./settings/audit-page.tsx')) },
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
      lazy: page(() => import('./deployments/deployment-layout.tsx')),
      children: [
        { index: true, lazy: page(() => import('./deployments/overview-page.tsx')) },
        {
          path: 'revisions',
          lazy: page(() => import('./deployments/revision/revisions-page.tsx')),
        },
        {
          handle: listHandles.revisions,
          children: [
            {
              path: 'revisions/compare',
              lazy: page(() => import('./deployments/revision/compare-revisions-page.tsx')),
            },
          ],
        },
        { path: 'assistants', lazy: page(() => import('./assistants/assistants-page.tsx')) },
        {
          handle: listHandles.assistants,
          children: [
            {
              path: 'assistants/:assistantId',
              lazy: page(() => import('./assistants/assistant-page.tsx')),
            },
          ],
        },
        { path: 'threads', lazy: page(() => import('./threads/threads-page.tsx')) },
        { path: 'runs', lazy: page(() => import('./runs/runs-page.tsx')) },
        {
          path: 'feedback',
          lazy: page(() => import('./feedback/deployment-feedback-page.tsx')),
        },
      ],
    },
    {
      handle: listHandles.revisions,
      children: [
        {
          path: 'revisions/:revisionId',
          lazy: page(() => import('./deployments/revision/revision-page.tsx')),
        },
      ],
    },
    { path: 'threads/:threadId', lazy: page(() => import('./threads/thread-page.tsx')) },
    {
      handle: listHandles.runs,
      children: [
        { path: 'threads/:threadId/runs/:runId', lazy: page(() => import('./runs/run-page.tsx')) },
      ],
    },
    { path: 'edit', lazy: page(() => import('./deployments/form/edit-deployment-page.tsx')) },
  ]
}
