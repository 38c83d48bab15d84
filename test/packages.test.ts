import { expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { sourceFiles } from './source-files.ts'

const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies })

/** The packages of package.json that the scripts of some folders name as a whole text, as imports do. */
function packagesOf(folders: string[]): string[] {
  const sources = folders.flatMap(sourceFiles).map(({ source }) => source)
  return installed.filter((name) =>
    sources.some((source) => source.includes(`'${name}'`) || source.includes(`'${name}/`)),
  )
}

it('`benchmarkPackages` names the packages that only benchmarks use', () => {
  const elsewhere = packagesOf(['src', 'test', 'examples'])
  const only = packagesOf(['bench']).filter((name) => !elsewhere.includes(name))
  expect(packageJson.benchmarkPackages).toEqual(only)
})
