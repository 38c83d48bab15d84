import path from 'node:path'
import { type BuildFailure, build, formatMessages, type Loader } from 'esbuild'
import { componentGlobal } from '../../contract/agent-server/components/component-global.ts'
import { pageModules } from './page-modules.ts'
import { tailwind } from './tailwind.ts'
import type { UiFiles, UiOrder } from './ui-order.ts'

/** The page that draws a component loads nothing else: what it shows comes along. */
const within: Record<string, Loader> = Object.fromEntries(
  ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'woff', 'woff2', 'ttf'].map((ending) => [
    `.${ending}`,
    'dataurl' as const,
  ]),
)

/** Bundles all components of a project, or tells what is wrong with the first that cannot be, line by line. */
export async function bundleUi(order: UiOrder): Promise<{ files: UiFiles } | { faults: string[] }> {
  const files: UiFiles = {}
  for (const [name, file] of Object.entries(order.ui)) {
    try {
      files[name] = await bundle(name, path.resolve(order.directory, file), order)
    } catch (error) {
      const { errors } = error as Partial<BuildFailure>
      if (!errors) throw error
      return { faults: await formatMessages(errors, { kind: 'error', color: false }) }
    }
  }
  return { files }
}

/**
 * One script that defines `__LGUI_<name>.render(component, shadowRootId)`, as the published `LoadExternalComponent` calls
 * it, and the style sheet, if there is one.
 */
async function bundle(name: string, file: string, { directory, shared }: UiOrder) {
  const { outputFiles } = await build({
    stdin: {
      contents: entry(`./${path.basename(file)}`),
      resolveDir: path.dirname(file),
      sourcefile: 'entrypoint.tsx',
      loader: 'tsx',
    },
    outfile: path.join(directory, 'entrypoint.js'),
    absWorkingDir: directory,
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2020',
    jsx: 'automatic',
    globalName: componentGlobal(name),
    loader: within,
    plugins: [pageModules(shared), tailwind()],
    logLevel: 'silent',
  })
  return Object.fromEntries(outputFiles.map((one) => [path.basename(one.path), one.text]))
}

const entry = (module: string) => `
import components from ${JSON.stringify(module)}
export function render(name, shadowRootId) {
  const element = document.createElement('div')
  document.getElementById(shadowRootId).shadowRoot.append(element)
  const component = Object.prototype.hasOwnProperty.call(components, name) ? components[name] : undefined
  window[Symbol.for('LGUI_EXT_STORE')].respond(shadowRootId, component, element)
}
`
