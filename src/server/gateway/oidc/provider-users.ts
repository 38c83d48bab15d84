import { randomUUID } from 'node:crypto'
import type { Role } from '../../../contract/gateway/roles.ts'
import { type Database, first, type Queryable } from '../../db/database.ts'
import {
  environmentOperatorName,
  lockOperators,
  type Operator,
} from '../operators/operator-store.ts'

/** Who a person is at a provider. */
export interface ProviderIdentity {
  issuer: string
  subject: string
}

export async function operatorOfProvider(
  database: Queryable,
  { issuer, subject }: ProviderIdentity,
): Promise<Operator | undefined> {
  return first(
    await database.query<Operator>(
      'select * from operators where provider_issuer = $1 and provider_subject = $2',
      [issuer, subject],
    ),
  )
}

/**
 * The user of a person whom the provider signed in: made at the first time, with the role that the provider gives, as at
 * every time. Another role ends the sessions that they have. Nobody gets the user of somebody else by a name: one that
 * is taken gets a number behind it.
 */
export async function followProvider(
  database: Database,
  facts: ProviderIdentity & { name: string; role: Role; at: Date },
): Promise<Operator> {
  return database.transaction(async (tx) => {
    await lockOperators(tx)
    const known = await operatorOfProvider(tx, facts)
    if (!known) return addOperatorOfProvider(tx, facts)
    if (known.role === facts.role || known.is_disabled) return known
    await tx.query('delete from operator_sessions where operator_id = $1', [known.id])
    const rows = await tx.query<Operator>(
      'update operators set role = $2, updated_at = $3 where id = $1 returning *',
      [known.id, facts.role, facts.at],
    )
    return first(rows) as Operator
  })
}

async function addOperatorOfProvider(
  tx: Queryable,
  { issuer, subject, name, role, at }: ProviderIdentity & { name: string; role: Role; at: Date },
): Promise<Operator> {
  const rows = await tx.query<{ name: string }>('select name from operators')
  const taken = new Set(rows.map((row) => row.name))
  // Whoever has it gets the password of the environment.
  taken.add(environmentOperatorName)
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
  const made = await tx.query<Operator>(
    `insert into operators (id, name, role, provider_issuer, provider_subject, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning *`,
    [randomUUID(), free, role, issuer, subject, at],
  )
  return first(made) as Operator
}
