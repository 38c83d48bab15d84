/** Which webhooks a project has called (`webhooks.url` of its langgraph.json). */
export interface WebhookPolicy {
  require_https?: boolean | undefined
  allowed_domains?: string[] | undefined
  allowed_ports?: number[] | undefined
  max_url_length?: number | undefined
  disable_loopback?: boolean | undefined
}

/** What a project says about the addresses of its agent (`http` of its langgraph.json). */
export interface ProjectHttp {
  /** What answers addresses that the agent server does not have, and stands around the others, as `./file.ts:export`. */
  app?: string
  /** Its routes ask for no credential. */
  are_custom_routes_open: boolean
  /** Whether its middleware comes before whatever asks for a credential; as its routes do, where it is absent. */
  is_middleware_first?: boolean
  /** Parts of the agent server that are not to be had. */
  closed: (
    | 'assistants'
    | 'threads'
    | 'runs'
    | 'store'
    | 'meta'
    | 'webhooks'
    | 'mcp'
    | 'a2a'
    | 'ui'
  )[]
  /** Which pages of other origins may call; all where it is absent. */
  cors?: {
    allow_origins?: string[] | undefined
    allow_origin_regex?: string | undefined
    allow_methods?: string[] | undefined
    allow_headers?: string[] | undefined
    allow_credentials?: boolean | undefined
    expose_headers?: string[] | undefined
    max_age?: number | undefined
  }
  /** Headers of a request that its run finds in its configuration, by names with `*`. */
  configurable_headers?: { include: string[]; exclude: string[] }
}

/** The components that a project has for what its agent says (`ui` and `ui_config` of its langgraph.json). */
export interface ProjectUi {
  /** A name, mostly a graph's, to the file that has them, from the langgraph.json on. */
  components: Record<string, string>
  /** Modules that a page brings, beside those that every page does. */
  shared: string[]
}
