import { readFileSync } from 'node:fs'
import path from 'node:path'

/** By what a virtual machine says of its maker; some say only their product, or a tag. */
const clouds: readonly (readonly [name: string, said: RegExp])[] = [
  ['Amazon EC2', /amazon/i],
  ['Google Cloud', /Google Compute Engine/i],
  ['Azure', /7783-7084-3265-9085-8269-3286-77/],
  ['Oracle Cloud', /OracleCloud/i],
  ['Alibaba Cloud', /alibaba/i],
  ['Tencent Cloud', /tencent/i],
  ['DigitalOcean', /digitalocean/i],
  ['Hetzner', /hetzner/i],
  ['Scaleway', /scaleway/i],
  ['Vultr', /vultr/i],
  ['UpCloud', /upcloud/i],
  ['OpenStack', /openstack/i],
]
const told = ['sys_vendor', 'bios_vendor', 'bios_version', 'product_name', 'chassis_asset_tag']

/**
 * The cloud that this machine is of, as its firmware says.
 * @param folder where Linux shows that, absolute
 * @returns a name for people; null for a machine of one's own, and where nothing is said
 */
export function cloudOf(folder = '/sys/class/dmi/id'): string | null {
  const said = told.map((name) => readOrNothing(path.join(folder, name))).join('\n')
  return clouds.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
