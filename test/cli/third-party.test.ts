import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Validator } from '@cfworker/json-schema'
import { expect, it } from 'vitest'
import { billOfMaterials } from '../../src/cli/building/third-party/bill-of-materials.mjs'
import { thirdPartyNotices } from '../../src/cli/building/third-party/notices.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const lock = json('package-lock.json')
const { dependencies, devDependencies } = json('package.json')

/** By name and version, as the lock file has those that are not for development. */
const shipped = Object.entries<{ version: string; dev?: boolean }>(lock.packages)
  .filter(([place, { dev }]) => place !== '' && !dev)
  .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`)

it('every package that ships is in the bill of materials, and none that is for development', () => {
  const bill = billOfMaterials(lock)
  const refs = bill.components.map((component) => component['bom-ref'])
  expect(refs).toEqual([...new Set(shipped)].sort())
  for (const [name, version] of Object.entries(dependencies)) {
    expect(refs).toContain(`${name}@${version}`)
    expect(bill.dependencies[0]?.dependsOn).toContain(`${name}@${version}`)
  }
  expect(refs).not.toContain(`vitest@${devDependencies.vitest}`)
  expect(bill.components.filter(({ licenses }) => !licenses)).toEqual([])
  expect(bill.components.filter(({ hashes, scope }) => !hashes && scope === 'required')).toEqual([])
})

it('the bill is one as CycloneDX 1.6 has it', () => {
  const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema'
  const schema = (name: string) => json(`${schemas}/${name}.SNAPSHOT.schema.json`)
  const validator = new Validator(schema('bom-1.6'), '7', false)
  for (const name of ['spdx', 'jsf-0.82']) {
    const $id = `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`
    validator.addSchema({ ...schema(name), $id })
  }
  const bill = billOfMaterials(lock)
  expect(validator.validate(bill).errors).toEqual([])
  const wrong = { ...bill, components: [{ type: 'library', version: '1' }] }
  expect(validator.validate(wrong).valid).toBe(false)
})

it('the notices name every package that ships, and hold the text of each licence that is there', () => {
  const notices = thirdPartyNotices(root, lock)
  for (const one of new Set(shipped)) {
    const at = one.lastIndexOf('@')
    expect(notices).toContain(`\n${one.slice(0, at)} ${one.slice(at + 1)}\n`)
  }
  const licence = readFileSync(path.join(root, 'node_modules/react/LICENSE'), 'utf8').trim()
  expect(notices).toContain(licence)
})
