import path from 'node:path'
import * as z from 'zod/mini'
import type { ProjectUi } from '../../../cluster/project-http.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { faulty } from './faulty.ts'
import { type Checkout, checkFile, scriptFile } from './project-place.ts'

const Ui = z.record(z.string(), z.string())
const UiConfig = z.strictObject({ shared: z.nullish(z.array(z.string())) })

/**
 * Reads `ui` and `ui_config`: the files of a project's components, by a name. Throws a RolloutFailure (CREATE_FAILED)
 * that names what is wrong.
 */
export async function readUi(
  config: Record<string, unknown>,
  checkout: Checkout,
): Promise<ProjectUi | null> {
  const { configPath } = checkout
  const settings = UiConfig.safeParse(config.ui_config ?? {})
  if (!settings.success) {
    throw faulty('ui_config', config.ui_config, settings.error.issues, configPath)
  }
  const read = Ui.safeParse(config.ui ?? {})
  if (!read.success) throw faulty('ui', config.ui, read.error.issues, configPath)
  const components = Object.entries(read.data)
  if (components.length === 0) return null
  for (const [name, file] of components) {
    const key = `ui.${name}`
    // It stands in an address.
    if (name === '' || /[/\\]|^\.+$/.test(name)) {
      throw new RolloutFailure(
        'CREATE_FAILED',
        `“${key}” in ${configPath} needs a name without a slash.`,
      )
    }
    if (!scriptFile.test(file)) {
      const shown = path.basename(file)
      throw new RolloutFailure(
        'CREATE_FAILED',
        `“${key}” in ${configPath} must name a file such as ./ui.tsx, not ${shown || 'nothing'}.`,
      )
    }
    await checkFile(key, file, checkout)
  }
  return { components: read.data, shared: settings.data.shared ?? [] }
}
