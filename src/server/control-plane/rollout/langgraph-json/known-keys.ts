/** What becomes of a key of langgraph.json in a project of JavaScript or TypeScript graphs. */
export interface KnownKey {
  /** A key within another one is written with a dot; the name of a graph as a star. */
  name: string
  /**
   * `used`: it has its effect. `refused`: the deployment fails with its name before anything is built, since its
   * promise would be broken in silence. `told`: it is about something that there is not here; the build log says so.
   */
  effect: 'used' | 'refused' | 'told'
  /** What it does, or why it is not used: a sentence for the documentation and for whoever deploys. */
  why: string
}

const noImage = 'No image is built here.'
const inPython = 'For projects in Python.'

/** Every key that the published format has. Any other is refused. */
export const knownKeys: readonly KnownKey[] = [
  { name: '$schema', effect: 'used', why: 'For editors; nothing follows from it.' },
  { name: 'graphs', effect: 'used', why: 'The graphs, each an assistant.' },
  { name: 'graphs.*.path', effect: 'used', why: 'As a graph that is written as a text alone.' },
  {
    name: 'graphs.*.description',
    effect: 'told',
    why: 'An assistant is described by the API or in the console.',
  },
  {
    name: 'dependencies',
    effect: 'used',
    why: 'What package.json lists is installed; “.” stands for that.',
  },
  { name: 'env', effect: 'used', why: 'Variables, or the file in the repository that holds them.' },
  {
    name: 'node_version',
    effect: 'used',
    why: 'Every project runs on the Node of the server: a newer one is refused, an older one told.',
  },
  {
    name: 'auth',
    effect: 'refused',
    why: 'The deployment would go live without its own authorization.',
  },
  { name: 'encryption', effect: 'refused', why: 'The state would be kept without it.' },
  { name: 'http.app', effect: 'refused', why: 'Its routes would be missing.' },
  {
    name: 'http',
    effect: 'refused',
    why: 'Routes would be open that it closes, or the other way.',
  },
  { name: 'store', effect: 'refused', why: 'Items would be found and kept otherwise.' },
  {
    name: 'checkpointer',
    effect: 'refused',
    why: 'Threads would be kept for ever, or elsewhere. Say how long by the ttl of each thread.',
  },
  { name: 'webhooks', effect: 'refused', why: 'Webhooks would be called that it forbids.' },
  { name: 'ui', effect: 'refused', why: 'Its components would be missing.' },
  { name: 'ui_config', effect: 'refused', why: 'Its components would be missing.' },
  { name: 'dockerfile_lines', effect: 'refused', why: `${noImage} What they install is missing.` },
  { name: 'source', effect: 'refused', why: inPython },
  { name: 'api_version', effect: 'told', why: noImage },
  { name: 'base_image', effect: 'told', why: noImage },
  { name: 'image_distro', effect: 'told', why: noImage },
  { name: 'keep_pkg_tools', effect: 'told', why: noImage },
  { name: 'python_version', effect: 'told', why: inPython },
  { name: 'pip_config_file', effect: 'told', why: inPython },
  { name: 'pip_installer', effect: 'told', why: inPython },
]
