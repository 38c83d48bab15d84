import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { importsOf } from './imports-of.ts'
import { brokenStoreRules, brokenTableRules } from './named-tables.ts'

export interface SourceFile {
  /** From the project's root, with forward slashes: `src/chat/session.ts`. */
  path: string
  source: string
}

interface Import {
  from: string
  specifier: string
  /** The file in the project that is meant, or undefined for a package. */
  target: string | undefined
  isDynamic: boolean
}

/** Says what is wrong with an import, or nothing. */
type Rule = (found: Import) => string | undefined

/** Which folders of `src` a folder may import, besides itself. */
const LAYERS: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  ui: [],
  chat: ['client', 'contract', 'ui'],
  console: ['chat', 'client', 'contract', 'ui'],
  widget: ['chat', 'client', 'contract', 'ui'],
  server: ['contract', 'client'],
  cli: ['server', 'client', 'contract'],
}
const IN_BROWSER = ['contract', 'client', 'ui', 'chat', 'console', 'widget']
const WITHOUT_ROUTER = ['ui', 'chat', 'widget']
const SERVER_PARTS = ['gateway', 'control-plane', 'agent-server', 'tracing', 'embeds', 'qa']
/** Of the console's rooms those that are nobody's feature. */
const SHARED_ROOMS = ['shell', 'forms', 'lists', 'objects']
const ROUTER_AND_QUERY = /^(react-router(-dom)?|@tanstack\/react-query)(\/|$)/

const layerOf = (path: string | undefined) => /^src\/([^/]+)\//.exec(path ?? '')?.[1]
const serverPartOf = (path: string | undefined) => /^src\/server\/([^/]+)\//.exec(path ?? '')?.[1]
const featureOf = (path: string | undefined) => /^src\/console\/([^/]+)\//.exec(path ?? '')?.[1]
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

const layers: Rule = ({ from, target }) => {
  const [layer, other] = [layerOf(from), layerOf(target)]
  if (!layer || !target || layer === other) return undefined
  if (other === undefined) {
    // Tests beside their file may use the helpers, and the build may read a data file or a package.json.
    return /^(test|bench|examples)\//.test(target) && !isTest(from)
      ? 'src stands on its own'
      : undefined
  }
  return LAYERS[layer]?.includes(other) ? undefined : `${layer} does not import ${other}`
}

const contractPackages: Rule = ({ from, specifier, target }) =>
  layerOf(from) === 'contract' && !isTest(from) && !target && specifier !== 'zod/mini'
    ? 'contract imports zod/mini only'
    : undefined

const browserCode: Rule = ({ from, specifier }) =>
  IN_BROWSER.includes(layerOf(from) ?? '') &&
  !isTest(from) &&
  !/\.config\.ts$/.test(from) &&
  isBuiltin(specifier)
    ? 'this runs in a browser, where Node has no modules'
    : undefined

const routerAndQuery: Rule = ({ from, specifier }) =>
  WITHOUT_ROUTER.includes(layerOf(from) ?? '') && ROUTER_AND_QUERY.test(specifier)
    ? `${layerOf(from)} knows neither the router nor TanStack Query`
    : undefined

const features: Rule = ({ from, target }) => {
  const [feature, other] = [featureOf(from), featureOf(target)]
  return feature && other && feature !== other && !SHARED_ROOMS.includes(other)
    ? 'features of the console do not import each other'
    : undefined
}

const eventSource: Rule = ({ from, specifier }) =>
  specifier === '@microsoft/fetch-event-source' && from !== 'src/client/run-stream.ts'
    ? 'only src/client/run-stream.ts opens event streams'
    : undefined

const serverParts: Rule = ({ from, target }) => {
  const [part, other] = [serverPartOf(from) ?? '', serverPartOf(target) ?? '']
  return part !== other && SERVER_PARTS.includes(part) && SERVER_PARTS.includes(other)
    ? `${part} and ${other} meet in app.ts only`
    : undefined
}

/** Every part may import the cluster: what the processes that share a database have in common. */
const cluster: Rule = ({ from, target }) =>
  serverPartOf(from) === 'cluster' && SERVER_PARTS.includes(serverPartOf(target) ?? '')
    ? 'the cluster knows none of the parts that use it'
    : undefined

const executor: Rule = ({ from, specifier, target }) => {
  if (serverPartOf(from) !== 'executor' || isTest(from)) return undefined
  const isAllowed = target
    ? serverPartOf(target) === 'executor' || layerOf(target) === 'contract'
    : isBuiltin(specifier) || specifier === 'tsx' || specifier.startsWith('@langchain/')
  return isAllowed
    ? undefined
    : 'the executor imports the contract, the graph library, tsx and Node only'
}

const commandLine: Rule = ({ from, specifier, target, isDynamic }) =>
  layerOf(from) === 'cli' && !isTest(from) && !isDynamic && !target && !isBuiltin(specifier)
    ? 'the command line runs before anything is installed'
    : undefined

const examples: Rule = ({ from, target }) =>
  from.startsWith('examples/') && target && !target.startsWith('examples/')
    ? 'an example is a project of its own'
    : undefined

const endings: Rule = ({ specifier, target }) =>
  target && !posix.extname(specifier.replace(/\?\w+$/, ''))
    ? 'imports of our files name the file with its ending'
    : undefined

const RULES = [
  layers,
  contractPackages,
  browserCode,
  routerAndQuery,
  features,
  eventSource,
  serverParts,
  cluster,
  executor,
  commandLine,
  examples,
  endings,
]

/**
 * What may read the environment: the start, for the settings, what hands some of it to other programs, and the
 * executor, whose environment is its project's own.
 */
const ENVIRONMENT_READERS = [
  'src/server/main.ts',
  'src/server/machine-environment.ts',
  'src/server/executor/boot.mjs',
  'src/server/executor/main.ts',
]

function environmentReads({ path, source }: SourceFile): string[] {
  return path.startsWith('src/server/') &&
    !isTest(path) &&
    !ENVIRONMENT_READERS.includes(path) &&
    /\bprocess\s*\.\s*env\b|\benv\b[^;]*\bfrom 'node:process'/.test(source)
    ? [`${path} reads the environment: what can be set is in src/server/process/settings.mjs`]
    : []
}

/** Paths such as `../../shared/…` that lead out of the project, read from the file or from the root. */
function outsidePaths(path: string, texts: string[]): string[] {
  return texts.filter(
    (text) =>
      /^(\.\.\/)+shared(\/|$)/.test(text) &&
      [posix.dirname(path), '.'].some((folder) => posix.join(folder, text).startsWith('../')),
  )
}

function resolve(from: string, specifier: string): string | undefined {
  const isOurs = specifier.startsWith('.')
  return isOurs ? posix.join(posix.dirname(from), specifier) : undefined
}

/** Every broken import rule as one sentence: the file, what it imports, and the rule. */
export function brokenImportRules(files: SourceFile[]): string[] {
  return files.flatMap(({ path, source }) => {
    const reach = importsOf(path, source)
    const imports: Import[] = [
      ...reach.static.map((specifier) => ({ specifier, isDynamic: false })),
      ...reach.dynamic.map((specifier) => ({ specifier, isDynamic: true })),
    ].map((found) => ({ ...found, from: path, target: resolve(path, found.specifier) }))
    const broken = imports.flatMap((found) =>
      RULES.flatMap((rule) => {
        const reason = rule(found)
        return reason ? [`${path} imports ${found.specifier}: ${reason}`] : []
      }),
    )
    const outside = outsidePaths(path, reach.texts).map(
      (text) => `${path} reads ${text}: nothing outside the project is there at run time`,
    )
    const tables = [
      ...brokenTableRules(path, reach.texts),
      ...brokenStoreRules(path, source, reach),
    ]
    return [...broken, ...outside, ...tables, ...environmentReads({ path, source })]
  })
}
