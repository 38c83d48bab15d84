import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import {
  changePassword,
  createSession,
  deleteSession,
  getSession,
} from '../../../contract/gateway/session.ts'
import {
  createUser,
  deleteUser,
  deleteUserSessions,
  listUsers,
  patchUser,
} from '../../../contract/gateway/users.ts'
import type { Database } from '../../db/database.ts'
import type { ReadClient } from '../../http/client-facts.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { requestFacts } from '../request-facts.ts'
import {
  addOperator,
  changeOperator,
  listOperators,
  operatorById,
  presentOperator,
  removeOperator,
} from './operator-store.ts'
import type { Operators } from './operators.ts'
import { hashPassword } from './passwords.ts'
import type { Actor } from './sessions.ts'

const cookieName = 'quarterdeck_session'

export function sessionIdOf(context: Context): string | undefined {
  return getCookie(context, cookieName)
}

/** Signing in and out, one's own password, and users. */
export function operatorRoutes(
  routes: Hono,
  deps: {
    operators: Operators
    database: Database
    readClient: ReadClient
    basePath: string
    hasFaults?: boolean
    now: () => Date
  },
): void {
  const { operators, database, readClient, now } = deps
  const state = (actor: Actor | null) => ({
    required: operators.isRequired,
    signed_in: actor !== null,
    role: actor?.role ?? null,
    user: actor?.user ?? null,
    expires_at: actor?.expires_at ?? null,
    ...(deps.hasFaults && { has_faults: true }),
  })
  const writeCookie = (context: Context, value: string, maxAge: number) =>
    setCookie(context, cookieName, value, {
      path: `${deps.basePath}/gateway`,
      httpOnly: true,
      sameSite: 'Strict',
      secure: readClient(context).isSecure,
      maxAge,
    })

  route(routes, getSession, ({ context }) => state(requestFacts(context).actor))
  route(routes, createSession, async ({ body, context }) => {
    if (!operators.isRequired) return state(requestFacts(context).actor)
    requestFacts(context).typedName = body.name ?? null
    const session = await operators
      .signIn(body, readClient(context).address)
      .catch((error: Error) => {
        if (error instanceof HttpError && error.status === 429) context.header('Retry-After', '60')
        throw error
      })
    // Whoever signs in anew in the same browser leaves the old session.
    await operators.sessions.close(sessionIdOf(context))
    requestFacts(context).actor = session.actor
    writeCookie(context, session.id, session.lifeSeconds)
    return state(session.actor)
  })
  route(routes, deleteSession, async ({ context }) => {
    await operators.sessions.close(sessionIdOf(context))
    writeCookie(context, '', 0)
    return state(operators.isRequired ? null : requestFacts(context).actor)
  })
  route(routes, changePassword, async ({ body, context }) => {
    await operators.changeOwnPassword(
      requestFacts(context).signedIn(),
      sessionIdOf(context),
      body,
      readClient(context).address,
    )
  })

  route(routes, listUsers, async () => (await listOperators(database)).map(presentOperator))
  route(
    routes,
    createUser,
    async ({ body }) =>
      presentOperator(
        await addOperator(database, {
          name: body.name,
          role: body.role,
          passwordHash: await hashPassword(body.password),
          at: now(),
        }),
      ),
    { status: 201 },
  )
  route(routes, patchUser, async ({ params, body }) => {
    const changed = await changeOperator(database, params.user_id, {
      role: body.role,
      isDisabled: body.is_disabled,
      passwordHash: body.password === undefined ? undefined : await hashPassword(body.password),
      at: now(),
    })
    operators.sessions.forget()
    return presentOperator(changed)
  })
  route(routes, deleteUser, async ({ params }) => {
    await removeOperator(database, params.user_id)
    operators.sessions.forget()
  })
  route(routes, deleteUserSessions, async ({ params }) => {
    await operatorById(database, params.user_id)
    await operators.sessions.closeAll(params.user_id)
  })
}
