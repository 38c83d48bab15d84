import { type Role, roles } from '../../../contract/gateway/roles.ts'
import { password as passwordRule, userName } from '../../../contract/gateway/users.ts'
import {
  addOperator,
  changeOperator,
  listOperators,
  operatorNamed,
  removeOperator,
} from '../../gateway/operators/operator-store.ts'
import { hashPassword } from '../../gateway/operators/passwords.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Environment } from '../../process/config.ts'
import { StartError } from '../../start-error.ts'
import { withDatabase } from './open-data.ts'

/** Lists, adds, changes or removes operators in the database; answers what to print. Throws a StartError. */
export async function manageUsers(given: {
  action: string
  name: string
  role: string
  password: string
  dataDir: string
  configFile: string | null
  env: Environment
}): Promise<string[]> {
  const at = new Date()
  try {
    return await withDatabase(given, async (database) => {
      if (given.action === 'list') {
        const users = await listOperators(database)
        const lines = users.map(
          (user) => `${user.name}  ${user.role}${user.is_disabled ? '  disabled' : ''}`,
        )
        return lines.length > 0 ? lines : ['There are no users.']
      }
      const name = checked(userName.safeParse(given.name))
      if (given.action === 'add') {
        const role = roles.find((one): one is Role => one === given.role) ?? 'viewer'
        const passwordHash = await hashPassword(checked(passwordRule.safeParse(given.password)))
        await addOperator(database, { name, role, passwordHash, at })
        return [`${name} can sign in now, as ${role}.`]
      }
      const user = await operatorNamed(database, name)
      if (!user) throw new StartError(`There is no user “${name}”.`)
      if (given.action === 'remove') {
        await removeOperator(database, user.id)
        return [`${name} is removed.`]
      }
      const passwordHash = await hashPassword(checked(passwordRule.safeParse(given.password)))
      await changeOperator(database, user.id, { passwordHash, at })
      return [`${name} has the new password, and is signed out everywhere.`]
    })
  } catch (error) {
    if (error instanceof HttpError) throw new StartError(error.message)
    throw error
  }
}

function checked(
  result:
    | { success: true; data: string }
    | { success: false; error: { issues: { message: string }[] } },
): string {
  if (result.success) return result.data
  throw new StartError(result.error.issues.map((issue) => issue.message).join(' '))
}
