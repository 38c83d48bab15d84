import type { Hono } from 'hono'
import {
  createUser,
  deleteUser,
  deleteUserSessions,
  listUsers,
  patchUser,
} from '../../../../contract/gateway/users.ts'
import type { Database } from '../../../db/database.ts'
import { HttpError } from '../../../http/http-error.ts'
import { route } from '../../../http/route.ts'
import type { SignInProvider } from '../../oidc/sign-in-provider.ts'
import {
  addOperator,
  changeOperator,
  listOperators,
  operatorById,
  presentOperator,
  removeOperator,
} from '../operator-store.ts'
import type { Operators } from '../operators.ts'
import { hashPassword } from '../passwords.ts'

/** What administrators do with users. */
export function userRoutes(
  routes: Hono,
  deps: {
    operators: Operators
    /** Who signs people in beside passwords or in their place; null for none. */
    provider: SignInProvider | null
    database: Database
    now: () => Date
  },
): void {
  const { operators, provider, database, now } = deps
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
    if (body.role !== undefined && provider) {
      const known = await operatorById(database, params.user_id)
      if (known.provider_issuer === provider.settings.issuer && body.role !== known.role) {
        throw new HttpError(
          409,
          `What ${known.name} may do comes from ${provider.settings.name}. Change it there.`,
        )
      }
    }
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
