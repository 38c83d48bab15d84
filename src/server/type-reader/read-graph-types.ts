import path from 'node:path'
import { API } from 'typescript/unstable/sync'
import { JsonSchemas } from './json-schemas.ts'
import { ProjectFiles } from './project-files.ts'
import type { TypedSchemas, TypeOrder } from './type-order.ts'

const parts = ['input', 'output', 'state', 'config'] as const

/**
 * The graph behind an export, whatever it is: compiled or not, or a function that makes it. The library names the
 * types of what goes in and comes out; those of the configuration are the ones of its channels. A channel has no
 * value before something is written to it, whatever its type says.
 */
const helpers = `
type Made<T> = (T extends (...all: any[]) => infer R ? Awaited<R> : Awaited<T>) extends infer G
  ? G extends { compile(...all: any[]): infer C } ? C : G
  : never
type At<G, K extends string> = G extends { [_ in K]: infer V } ? V : unknown
type Value<C> = C extends { ValueType: infer V } ? V
  : C extends (...all: any[]) => { ValueType: infer V } ? V : unknown
type Config<C> = C extends { State: infer S } ? S : { [K in keyof C]?: Value<C[K]> }
type ConfigOf<G> = G extends { builder: { _configSchema?: infer C } } ? Config<NonNullable<C>> : unknown
type Written<G, V> = G extends { builder: unknown } ? Partial<V> : V
interface Types<T> {
  input: At<Made<T>, '~InputType'>
  output: Written<Made<T>, Awaited<At<Made<T>, '~OutputType'>>>
  state: Written<Made<T>, At<Made<T>, '~RunOutput'>>
  config: ConfigOf<Made<T>>
}
`

/** The schemas of those graphs whose types tell any, and a sentence for each of the others. */
export function readGraphTypes({ directory, graphs, library }: TypeOrder): {
  schemas: Record<string, TypedSchemas>
  problems: string[]
} {
  const source = path.join(directory, '__quarterdeck_types.ts')
  const config = path.join(directory, '__quarterdeck_types.json')
  const ids = Object.keys(graphs)
  const lines = ids.map(
    (id, index) => `export declare const g${index}: Types<${typeOf(graphs[id])}>`,
  )
  const files = new ProjectFiles(directory, library, {
    [source]: helpers + lines.join('\n'),
    [config]: JSON.stringify(configFor(directory, source)),
  })
  const api = new API({ cwd: directory, fs: files })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    const file = project?.program.getSourceFile(source)
    const module = file && project?.checker.getSymbolAtLocation(file)
    if (!project || !module) throw new Error('TypeScript does not find the project.')
    const { checker } = project
    const exported = new Map(checker.getExportsOfModule(module).map((one) => [one.name, one]))
    const schemas: Record<string, TypedSchemas> = {}
    const problems: string[] = []
    for (const [index, id] of ids.entries()) {
      const symbol = exported.get(`g${index}`)
      const type = symbol && checker.getTypeOfSymbol(symbol)
      const told: TypedSchemas = {}
      for (const part of parts) {
        const found = type && checker.getPropertyOfType(type, part)
        const partType = found && checker.getTypeOfSymbol(found)
        const schema = partType && new JsonSchemas(checker).objectSchema(partType)
        if (schema) told[`${part}_schema`] = schema
      }
      if (Object.keys(told).length > 0) schemas[id] = told
      else problems.push(`The types of the graph “${id}” (${graphs[id]}) do not tell its fields.`)
    }
    return { schemas, problems }
  } finally {
    api.close()
  }
}

/** What `./file.ts:export` names, as a type. */
function typeOf(address = ''): string {
  const colon = address.lastIndexOf(':')
  const place = colon > 0 ? address.slice(0, colon) : address
  const name = colon > 0 ? address.slice(colon + 1) : 'default'
  const file = /^\.{0,2}\//.test(place) ? place : `./${place}`
  return `(typeof import(${JSON.stringify(file)}))[${JSON.stringify(name)}]`
}

/** The project's own settings, as far as they say where modules are, and what reading its types takes. */
function configFor(directory: string, source: string): object {
  const own = ProjectFiles.nearest(directory, 'tsconfig.json')
  return {
    ...(own ? { extends: own } : {}),
    files: [source],
    include: [],
    references: [],
    compilerOptions: {
      target: 'esnext',
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      noEmit: true,
      composite: false,
      incremental: false,
      strict: true,
      exactOptionalPropertyTypes: false,
      skipLibCheck: true,
      allowJs: true,
      checkJs: false,
    },
  }
}
