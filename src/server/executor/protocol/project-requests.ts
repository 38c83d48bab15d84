/** Where code of a process reaches the agent server of its own deployment: a port of 127.0.0.1, and a key for it. */
export interface OwnServer {
  port: number
  key: string
}

/** Which graphs to load; `graphs` maps a graph's id to `./file.ts:export`, relative to `directory`. */
export interface LoadRequest {
  directory: string
  graphs: Record<string, string>
  /** The project's own authorization, as `./file.ts:export`; absent: it has none. */
  auth?: string
  /** What answers the project's own addresses, as `./file.ts:export`. */
  app?: string
  /** Further folders that a Python project's modules are found in; none when absent. */
  paths?: string[]
  /** Somebody edits the project: its own files are read as they are now, never from what was compiled of them before. */
  is_edited?: boolean
  own_server: OwnServer
}

/** A library that a file of the project (absolute) names in its imports. */
export interface ImportedLibrary {
  name: string
  from: string
}

/** A request to the project's own app; its body follows in parts, each when the app asks for more. */
export interface AppRequest {
  kind: 'app-request'
  id: string
  url: string
  method: string
  headers: [name: string, value: string][]
  has_body: boolean
  /**
   * The agent server has such an address as well: with this as `passHeader` it answers the request at the port of
   * `own_server`, where the app leaves it to that. Absent: it has none.
   */
  pass_token?: string
}

/** What a request has that an app had in hand and passes on to the agent server. */
export const passHeader = 'x-quarterdeck-pass'

/** What a project's authorization is told of a request; its body is not part of it. */
export interface AuthRequest {
  url: string
  method: string
  headers: [name: string, value: string][]
}

/** Who a project's authorization says makes a request, with whatever more it tells. */
export interface AuthUser {
  identity: string
  display_name: string
  is_authenticated: boolean
  permissions: string[]
  [more: string]: unknown
}

/** `event` is a resource and an action, as `threads:create`; `value` what is to be done. */
export interface AuthorizeRequest {
  event: string
  value: Record<string, unknown>
  user: AuthUser
}

/** In the words of the handler that refuses. */
export interface AuthRefusal {
  status: number
  message: string
  headers: [name: string, value: string][]
}

export type AuthAnswer<Allowed> = Allowed | { refused: AuthRefusal }
