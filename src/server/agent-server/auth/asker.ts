import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { AuthUser } from '../../executor/protocol/project-requests.ts'
import { HttpError } from '../../http/http-error.ts'
import { type AuthFilter, filterCondition } from '../access/auth-filter.ts'
import type { GrantedAccess } from '../access/granted-access.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import type { EngineContext } from '../engine-context.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import type { Param } from '../search-parts.ts'
import { metadataColumn } from '../thread-metadata.ts'
import { authorize } from './ask-auth.ts'

/** The records that a filter is about: their table, its key, and where their metadata is. */
const records = {
  thread: { from: 'threads t', id: 't.thread_id', metadata: metadataColumn },
  assistant: { from: 'assistants t', id: 't.assistant_id', metadata: 't.metadata' },
  cron: { from: 'crons t', id: 't.cron_id', metadata: 't.metadata' },
}
export type RecordKind = keyof typeof records

type Value = Record<string, unknown>

/** Asks the project's authorization for one request, and keeps what it says for the request's handler. */
export class Asker {
  readonly user: AuthUser
  readonly deploymentId: string
  readonly engine: Pick<EngineContext, 'database' | 'now'>
  readonly access: GrantedAccess
  readonly #served: ServedRevision

  constructor(parts: {
    user: AuthUser
    deploymentId: string
    engine: Pick<EngineContext, 'database' | 'now'>
    served: ServedRevision
    access: GrantedAccess
  }) {
    this.user = parts.user
    this.deploymentId = parts.deploymentId
    this.engine = parts.engine
    this.#served = parts.served
    this.access = parts.access
  }

  /** The event as such. Rejects with the handler's refusal; the filter is the caller's to apply. */
  ask(event: string, value: Value): Promise<{ value: Value; filter: AuthFilter | null }> {
    // What is not said is not told, as JSON has it.
    const told = parseJson(writeJson(value)) as Value
    return authorize(this.#served, { event, value: told, user: this.user })
  }

  /** Of a list, which the request's handler narrows by the filter. */
  async list(event: string, value: Value): Promise<Value> {
    const asked = await this.ask(event, value)
    this.access.filter = asked.filter
    this.access.isList = true
    return asked.value
  }

  /**
   * Of one record. Rejects as if it were not there when the filter leaves it out, or with `refusal`. One that is not there
   * at all is for the request's handler to miss.
   */
  async about(
    kind: RecordKind,
    id: string,
    event: string,
    value: Value,
    refusal?: HttpError,
  ): Promise<Value> {
    const asked = await this.ask(event, value)
    this.access.filter = asked.filter
    if ((await this.matches(kind, id, asked.filter)) === false) {
      throw refusal ?? new HttpError(404, `There is no ${kind} ${id} in this deployment.`)
    }
    return asked.value
  }

  /** Whether the filter lets a record through; undefined where there is none. */
  async matches(
    kind: RecordKind,
    id: string,
    filter: AuthFilter | null,
  ): Promise<boolean | undefined> {
    const { from, id: key, metadata } = records[kind]
    const params: unknown[] = []
    const param: Param = (value) => `$${params.push(value)}`
    const rows = await this.engine.database.query<{ matches: boolean }>(
      `select ${filterCondition(metadata, filter ?? {}, param)} as matches from ${from}
       where t.deployment_id = ${param(this.deploymentId)} and ${key} = ${param(id)}::uuid`,
      params,
    )
    return rows[0]?.matches
  }

  /** The id of an assistant that may be named by its graph; undefined where there is none. */
  async assistantId(idOrGraph: string): Promise<string | undefined> {
    const found = await findAssistant(this.engine.database, this.deploymentId, idOrGraph)
    return found?.assistant_id
  }
}

/** The metadata of a value as a handler left it. */
export function metadataIn({ metadata }: Value): Record<string, unknown> {
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    ? (metadata as Record<string, unknown>)
    : {}
}
