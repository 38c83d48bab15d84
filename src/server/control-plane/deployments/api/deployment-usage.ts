import type { DeploymentUsage } from '../../../../contract/control-plane/deployment-usage.ts'
import type { Database } from '../../../db/database.ts'
import type { PriceList } from '../../../usage/price-file.ts'
import { readCapStates } from '../../../usage/usage-cap.ts'
import { usageOfDeployment, usageSince } from '../../../usage/usage-store.ts'
import { size, sumUsage, sumUsageBy } from '../../../usage/usage-sums.ts'
import { listPreviewRows } from '../../previews/preview-store.ts'
import { findDeployment } from '../deployment-store.ts'
import { found } from '../find-deployment.ts'

const dayMs = 24 * 3_600_000

/** What a deployment spent in the last days, the present one (UTC) included. Throws 404. */
export async function deploymentUsage(
  {
    database,
    priceList,
    now: clock,
  }: { database: Database; priceList: PriceList; now: () => Date },
  deploymentId: string,
  days: number,
): Promise<DeploymentUsage> {
  found(await findDeployment(database, deploymentId), deploymentId)
  const now = clock()
  const today = now.getTime() - (now.getTime() % dayMs)
  const since = new Date(today - (days - 1) * dayMs)
  const prices = priceList.current()
  const all = await usageOfDeployment(database, deploymentId, since)
  const parts = all.filter(({ of_session }) => !of_session)
  const previews = await listPreviewRows(database, deploymentId)
  const previewIds = previews.map(({ preview_id }) => preview_id)
  const names = new Map(parts.map(({ assistant_id, name }) => [assistant_id, name]))
  const by = <Key>(keyOf: (part: (typeof parts)[number]) => Key) => sumUsageBy(parts, keyOf, prices)
  const mostFirst = <Part extends { usage: Parameters<typeof size>[0] }>(groups: Part[]) =>
    groups.sort((one, other) => size(other.usage) - size(one.usage))
  return {
    days,
    total: sumUsage(parts, prices),
    by_day: by(({ day }) => day).map(({ key, usage }) => ({ day: key, ...usage })),
    by_assistant: mostFirst(by(({ assistant_id }) => assistant_id)).map(({ key, usage }) => ({
      assistant_id: key,
      name: names.get(key) ?? null,
      ...usage,
    })),
    by_revision: mostFirst(by(({ revision_id }) => revision_id)).map(({ key, usage }) => ({
      revision_id: key,
      ...usage,
    })),
    sessions: sumUsage(
      all.filter(({ of_session }) => of_session),
      prices,
    ),
    previews: sumUsage(await usageSince(database, previewIds, since), prices),
    caps: await readCapStates(database, deploymentId, prices, now),
    prices_problem: priceList.problem(),
  }
}
