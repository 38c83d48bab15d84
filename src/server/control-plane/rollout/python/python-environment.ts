import path from 'node:path'
import { machineEnvironment } from '../../../machine-environment.ts'
import { buildEnvironment } from '../../commands/build-environment.ts'
import type { PythonProject } from './read-python-config.ts'

/** Where an environment is within a build, and its interpreter within that. */
export const environmentFolder = path.join('.quarterdeck', 'venv')
export const interpreterWithin = path.join(environmentFolder, 'bin', 'python')

/** Folders of a project that are modules by their own names, as links. The executor knows it. */
export const namesFolder = path.join('.quarterdeck', 'names')

/** Settings of pip and of uv that the operator has made, and what they need beside them. */
const passedOn = /^(PIP|UV)_|^(REQUESTS_CA_BUNDLE|XDG_CONFIG_HOME|XDG_DATA_HOME)$/

/** The environment of what installs a Python project. */
export function pythonBuildEnvironment(
  packageCache: string,
  project: PythonProject,
): Record<string, string> {
  return {
    PIP_RETRIES: '2',
    PIP_DEFAULT_TIMEOUT: '20',
    PIP_CACHE_DIR: path.join(packageCache, 'pip'),
    UV_CACHE_DIR: path.join(packageCache, 'uv'),
    ...operatorSettings(),
    ...buildEnvironment(packageCache),
    ...(project.pipConfigFile ? { PIP_CONFIG_FILE: project.pipConfigFile } : {}),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_NO_INPUT: '1',
    PIP_PROGRESS_BAR: 'off',
    PYTHONUTF8: '1',
    UV_NO_PROGRESS: '1',
  }
}

/** What decides beside the project what is installed. */
export function operatorSettings(): Record<string, string> {
  return machineEnvironment((name) => passedOn.test(name))
}

/** Takes the passwords of package indexes out of what is written to a log. */
export function withoutPasswords(text: string): string {
  return text.replace(/(https?:\/\/)[^\s/@]+@/g, '$1***@')
}
