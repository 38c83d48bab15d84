import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cloudOf } from './cloud-machine.ts'

it.each([
  ['sys_vendor', 'Amazon EC2\n', 'Amazon EC2'],
  ['bios_version', '4.11.amazon\n', 'Amazon EC2'],
  ['product_name', 'Google Compute Engine\n', 'Google Cloud'],
  ['chassis_asset_tag', '7783-7084-3265-9085-8269-3286-77\n', 'Azure'],
  ['chassis_asset_tag', 'OracleCloud.com\n', 'Oracle Cloud'],
  ['product_name', 'OpenStack Nova\n', 'OpenStack'],
  ['sys_vendor', 'LENOVO\n', null],
  ['sys_vendor', 'QEMU\n', null],
])('35.2: tells the cloud of a machine by its %s %j: %s', async (name, said, cloud) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-machine-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, name), said)
  // Only root may read some of what is there.
  await mkdir(path.join(folder, 'bios_vendor'))
  expect(cloudOf(folder)).toBe(cloud)
})

it('35.2: tells none where the machine says nothing', () => {
  expect(cloudOf(path.join(os.tmpdir(), 'no-such-folder'))).toBeNull()
})
