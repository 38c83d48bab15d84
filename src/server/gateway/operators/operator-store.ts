import { randomUUID } from 'node:crypto'
import type { Role } from '../../../contract/gateway/roles.ts'
import type { User } from '../../../contract/gateway/users.ts'
import { type Database, first, isUniqueViolation, type Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { tokenHash } from '../../secrets/token-hash.ts'

export interface Operator {
  id: string
  name: string
  role: Role
  /** Null for people whom a provider signs in. */
  password_hash: string | null
  is_disabled: boolean
  is_from_environment: boolean
  /** Who they are at the provider that signs them in. */
  provider_issuer: string | null
  provider_subject: string | null
  last_signed_in_at: Date | null
  created_at: Date
  updated_at: Date
}

export function presentOperator(whole: Operator): User {
  const { password_hash: _hash, provider_issuer: _, provider_subject, ...operator } = whole
  return {
    ...operator,
    is_from_provider: provider_subject !== null,
    last_signed_in_at: operator.last_signed_in_at?.toISOString() ?? null,
    created_at: operator.created_at.toISOString(),
    updated_at: operator.updated_at.toISOString(),
  }
}

export function listOperators(database: Queryable): Promise<Operator[]> {
  return database.query<Operator>('select * from operators order by name')
}

export async function operatorNamed(
  database: Queryable,
  name: string,
): Promise<Operator | undefined> {
  return first(await database.query<Operator>('select * from operators where name = $1', [name]))
}

/** 404 when there is none. */
export async function operatorById(database: Queryable, id: string): Promise<Operator> {
  const found = first(await database.query<Operator>('select * from operators where id = $1', [id]))
  if (found) return found
  throw new HttpError(404, 'There is no such user.')
}

/** Whether anybody could sign in and manage users. */
export async function hasAdministrator(database: Queryable): Promise<boolean> {
  const rows = await database.query(
    `select 1 from operators where role = 'admin' and not is_disabled limit 1`,
  )
  return rows.length > 0
}

/** 409 when the name is taken. */
export async function addOperator(
  database: Queryable,
  facts: { name: string; role: Role; passwordHash: string; at: Date },
): Promise<Operator> {
  try {
    const rows = await database.query<Operator>(
      `insert into operators (id, name, role, password_hash, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) returning *`,
      [randomUUID(), facts.name, facts.role, facts.passwordHash, facts.at],
    )
    return first(rows) as Operator
  } catch (error) {
    if (!isUniqueViolation(error, 'operators_name_key')) throw error
    throw new HttpError(409, `There is a user “${facts.name}” already.`)
  }
}

/**
 * Changes an operator and ends their sessions. 409 when nobody who can manage users would be left,
 * or for a password that the environment gives.
 */
export async function changeOperator(
  database: Database,
  id: string,
  changes: {
    role?: Role | undefined
    passwordHash?: string | undefined
    isDisabled?: boolean | undefined
    /** The id of the one session that goes on. */
    exceptSession?: string | undefined
    at: Date
  },
): Promise<Operator> {
  return database.transaction(async (tx) => {
    await lockOperators(tx)
    const known = await operatorById(tx, id)
    if (changes.passwordHash !== undefined) refuseEnvironment(known)
    const rows = await tx.query<Operator>(
      `update operators set role = $2, password_hash = $3, is_disabled = $4, updated_at = $5
       where id = $1 returning *`,
      [
        id,
        changes.role ?? known.role,
        changes.passwordHash ?? known.password_hash,
        changes.isDisabled ?? known.is_disabled,
        changes.at,
      ],
    )
    const { exceptSession } = changes
    await tx.query('delete from operator_sessions where operator_id = $1 and id_hash <> $2', [
      id,
      exceptSession === undefined ? '' : tokenHash(exceptSession),
    ])
    await refuseNobodyLeft(tx)
    return first(rows) as Operator
  })
}

/** 409 when nobody who can manage users would be left. */
export async function removeOperator(database: Database, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOperators(tx)
    await operatorById(tx, id)
    await tx.query('delete from operators where id = $1', [id])
    await refuseNobodyLeft(tx)
  })
}

/**
 * The user `admin` has the environment's password while there is one. Without one the user stays, with
 * the password that they had, and may change it.
 */
export async function followEnvironment(
  database: Database,
  options: { passwordHash: string | null; at: Date },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOperators(tx)
    await tx.query('update operators set is_from_environment = false where is_from_environment')
    if (options.passwordHash === null) return
    await tx.query(
      `insert into operators (id, name, role, password_hash, is_from_environment, created_at, updated_at)
       values ($1, $2, 'admin', $3, true, $4, $4)
       on conflict (name) do update
       set role = 'admin', password_hash = $3, is_disabled = false, is_from_environment = true`,
      [randomUUID(), environmentOperatorName, options.passwordHash, options.at],
    )
  })
}

/** Who signs in with the password of the environment. */
export const environmentOperatorName = 'admin'

function refuseEnvironment(operator: Operator): void {
  if (!operator.is_from_environment) return
  throw new HttpError(
    409,
    'This password is the one of QUARTERDECK_PASSWORD. Change it there and start the server anew.',
  )
}

/** Two changes at once could each leave the other as the last administrator. */
export async function lockOperators(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(4109)')
}

async function refuseNobodyLeft(tx: Queryable): Promise<void> {
  if (await hasAdministrator(tx)) return
  throw new HttpError(
    409,
    'Nobody would be left who can manage users. Make another administrator first.',
  )
}
