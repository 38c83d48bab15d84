import type { Context, Hono } from 'hono'
import { createView, deleteView, listViews, patchView } from '../../../contract/gateway/views.ts'
import type { Database } from '../../db/database.ts'
import { route } from '../../http/route.ts'
import { findConnection } from '../connections/connection-routes.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { requestFacts } from '../request-facts.ts'
import { addView, changeView, removeView, viewsOf } from './view-store.ts'

/** Saved filters of the console's lists, apart for each connection. */
export function viewRoutes(
  routes: Hono,
  deps: { database: Database; store: ConnectionStore; now: () => Date },
): void {
  const { database, store, now } = deps
  const by = (context: Context) => ({
    name: requestFacts(context).signedIn().user?.name ?? null,
    at: now(),
  })
  /** 404 when there is no such connection. */
  const known = async (id: string) => (await findConnection(store, id)).id

  route(routes, listViews, async ({ params }) =>
    viewsOf(database, await known(params.connection_id)),
  )
  route(
    routes,
    createView,
    async ({ params, body, context }) =>
      addView(database, {
        ...body,
        connectionId: await known(params.connection_id),
        by: by(context),
      }),
    { status: 201 },
  )
  route(routes, patchView, async ({ params, body, context }) =>
    changeView(
      database,
      { connectionId: await known(params.connection_id), id: params.view_id },
      { ...body, by: by(context) },
    ),
  )
  route(routes, deleteView, async ({ params }) =>
    removeView(database, {
      connectionId: await known(params.connection_id),
      id: params.view_id,
    }),
  )
}
