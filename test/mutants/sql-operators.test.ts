import { expect, it } from 'vitest'
import { sqlMutationsOf } from './sql-operators.ts'

it('a statement is broken in each of its conditions, bounds and orders, one at a time', () => {
  const source = [
    '`update runs set note = coalesce($3, note), at = coalesce(at, $4)',
    " where id = $1 and claimed_by = $2 and r.status <> 'success' and not is_old and ended_at is null",
    '   and due_at <= $5 order by due_at desc, id`',
  ].join('\n')
  expect(sqlMutationsOf('store.ts', source).map(({ to }) => to)).toEqual([
    "where id = $1 and (claimed_by = $2 or true) and r.status <> 'success' and not is_old and ended_at is null",
    "where id = $1 and claimed_by = $2 and (r.status <> 'success' or true) and not is_old and ended_at is null",
    'and (due_at <= $5 or true) order by due_at desc, id`',
    "where id = $1 and claimed_by = $2 and r.status <> 'success' and true and ended_at is null",
    "where id = $1 and claimed_by = $2 and r.status <> 'success' and not is_old and true",
    'and due_at > $5 order by due_at desc, id`',
    'and due_at <= $5 order by due_at, id`',
    '`update runs set note = $3, at = coalesce(at, $4)',
    '`update runs set note = coalesce($3, note), at = $4',
  ])
})
