/** That of a project's graphs. TypeScript is JavaScript here. */
export type Language = 'javascript' | 'python'

/** What becomes of a key of langgraph.json. */
interface KeyEffect {
  /**
   * `used`: it has its effect. `refused`: the deployment fails with its name before anything is built, since its
   * promise would be broken in silence. `told`: it is about something that there is not here; the build log says so.
   */
  effect: 'used' | 'refused' | 'told'
  /** What it does, or why it is not used: a sentence for the documentation and for whoever deploys. */
  why: string
}

export interface KnownKey extends KeyEffect {
  /** A key within another one is written with a dot; the name of a graph, and the rest of a name, as a star. */
  name: string
  /** Where it is another in a project of graphs in Python. */
  python?: KeyEffect
}

/** What becomes of a key in a project of that language. */
export function effectIn(language: Language, key: KnownKey): KeyEffect {
  return (language === 'python' && key.python) || key
}

const noImage = 'No image is built here.'
const inPython = 'For projects in Python.'

/** Every key that the published format has. Any other is refused. */
export const knownKeys: readonly KnownKey[] = [
  { name: '$schema', effect: 'used', why: 'For editors; nothing follows from it.' },
  { name: '$*', effect: 'used', why: 'As $schema.' },
  { name: 'graphs', effect: 'used', why: 'The graphs, each an assistant.' },
  { name: 'graphs.*.path', effect: 'used', why: 'As a graph that is written as a text alone.' },
  {
    name: 'graphs.*.description',
    effect: 'used',
    why: 'The description of the graph’s assistant, until it is changed there; its lines that begin with “- ” are offered in new threads.',
  },
  {
    name: 'dependencies',
    effect: 'used',
    why: 'What package.json lists is installed, “.” stands for that; so is what that of a folder lists.',
    python: {
      effect: 'used',
      why: 'Its folders are installed, “.” stands for that of langgraph.json; so are requirements, by name or address.',
    },
  },
  {
    name: 'env',
    effect: 'used',
    why: 'Variables, or the file in the repository that holds them; one that is not there is told in the build log.',
  },
  {
    name: 'node_version',
    effect: 'used',
    why: 'That Node builds and runs the project, where the server has it; else a newer one is refused, an older one told.',
    python: { effect: 'told', why: 'For projects in JavaScript or TypeScript.' },
  },
  {
    name: 'auth.path',
    effect: 'used',
    why: 'The project’s own authorization decides who may do what.',
  },
  {
    name: 'auth.disable_studio_auth',
    effect: 'used',
    why: 'Operators, and the console with them, are asked for as everybody else is.',
  },
  {
    name: 'auth.openapi',
    effect: 'told',
    why: 'There is no description of the agent server here.',
  },
  { name: 'auth.cache', effect: 'told', why: 'The authorization is asked at every request.' },
  { name: 'encryption', effect: 'refused', why: 'The state would be kept without it.' },
  {
    name: 'http.app',
    effect: 'used',
    why: 'Answers what the agent server does not have; its middleware and its own routes come before what that has.',
  },
  {
    name: 'http.enable_custom_route_auth',
    effect: 'used',
    why: 'Only where it is false are the app’s routes open to everybody.',
  },
  ...['assistants', 'threads', 'runs', 'store', 'meta'].map(
    (part): KnownKey => ({
      name: `http.disable_${part}`,
      effect: 'used',
      why: 'That part of the agent server is not there; the app, if any, may answer in its place.',
    }),
  ),
  { name: 'http.disable_webhooks', effect: 'used', why: 'A run that names a webhook is refused.' },
  { name: 'http.cors', effect: 'used', why: 'Pages of these origins may call; of all without it.' },
  {
    name: 'http.configurable_headers',
    effect: 'used',
    why: 'These headers are in the configuration of runs; none without it.',
  },
  { name: 'http.disable_ui', effect: 'used', why: 'Clients cannot load its components.' },
  { name: 'http.disable_mcp', effect: 'used', why: 'Clients cannot call them as tools.' },
  { name: 'http.disable_a2a', effect: 'used', why: 'Other agents cannot ask them.' },
  { name: 'http.logging_headers', effect: 'told', why: 'Headers are not logged here.' },
  {
    name: 'http.middleware_order',
    effect: 'used',
    why: 'Whether the app’s middleware comes before the authorization; without it, as the app’s routes.',
  },
  { name: 'http.mount_prefix', effect: 'refused', why: 'The address of an agent is the server’s.' },
  { name: 'store.ttl', effect: 'used', why: 'How long items are kept that say nothing of it.' },
  {
    name: 'store.index',
    effect: 'refused',
    why: 'There are no embeddings here to search by.',
    python: {
      effect: 'told',
      why: 'Items are found by their words alone: there are no embeddings here.',
    },
  },
  { name: 'store.path', effect: 'refused', why: 'Items are kept by this server.' },
  {
    name: 'checkpointer.ttl',
    effect: 'used',
    why: 'How long new threads are kept that say nothing of it; looked for every minute.',
  },
  { name: 'checkpointer.path', effect: 'refused', why: 'The state is kept by this server.' },
  { name: 'checkpointer.serde', effect: 'refused', why: 'The library writes the state.' },
  { name: 'checkpointer.backend', effect: 'refused', why: 'The state is kept by this server.' },
  { name: 'webhooks.url', effect: 'used', why: 'A run that names another webhook is refused.' },
  { name: 'webhooks.headers', effect: 'refused', why: 'Webhooks would be called without them.' },
  { name: 'webhooks.env_prefix', effect: 'told', why: 'It is about webhooks.headers.' },
  {
    name: 'ui',
    effect: 'used',
    why: 'Components that draw what the agent says: bundled with the build, handed out, drawn in the console and, where they are switched on, in embedded chats.',
  },
  { name: 'ui_config', effect: 'used', why: 'Its `shared` names modules that the page brings.' },
  {
    name: 'dockerfile_lines',
    effect: 'refused',
    why: `${noImage} What they install is missing.`,
    python: {
      effect: 'told',
      why: `${noImage} What they install has to be on the machine of the server.`,
    },
  },
  {
    name: 'source',
    effect: 'refused',
    why: inPython,
    python: { effect: 'used', why: 'What uv.lock says is installed, in place of dependencies.' },
  },
  { name: 'api_version', effect: 'told', why: noImage },
  { name: '_INTERNAL_docker_tag', effect: 'told', why: noImage },
  { name: 'base_image', effect: 'told', why: noImage },
  { name: 'image_distro', effect: 'told', why: noImage },
  { name: 'keep_pkg_tools', effect: 'told', why: noImage },
  {
    name: 'python_version',
    effect: 'told',
    why: inPython,
    python: {
      effect: 'used',
      why: 'That Python, from the machine or fetched by uv, or the build fails.',
    },
  },
  {
    name: 'pip_config_file',
    effect: 'told',
    why: inPython,
    python: { effect: 'used', why: 'pip installs by that file of the repository.' },
  },
  {
    name: 'pip_installer',
    effect: 'told',
    why: inPython,
    python: {
      effect: 'used',
      why: 'uv or pip; uv where it is on the machine when it says auto, or nothing.',
    },
  },
]
