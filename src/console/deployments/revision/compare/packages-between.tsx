import type { ReactNode } from 'react'
import type { listRevisionPackages } from '../../../../contract/control-plane/revision-packages.ts'
import type { EndpointOutput } from '../../../../contract/endpoint.ts'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { Card, CardHeader } from '../../../../ui/page/card.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { useApi } from '../../../api.tsx'
import { packageChanges } from '../packages/package-changes.ts'
import { usePackages } from '../packages/packages-query.ts'
import { packagesText, runtimeText } from '../packages/runtime-text.ts'
import { ComparedTable } from './compared-table.tsx'
import { ComparedValue } from './compared-value.tsx'
import { RowName } from './row-name.tsx'

type PackagesBetweenProps = { deploymentId: string; before: string; after: string }

/** The packages that came, went or have another version in the second of two revisions, as a server of ours tells them. */
export function PackagesBetween({ deploymentId, before, after }: PackagesBetweenProps) {
  const { connection } = useApi()
  const from = usePackages(deploymentId, before)
  const to = usePackages(deploymentId, after)
  if (!searchesRuns(connection)) return null
  const problem = from.problem ?? to.problem
  if (problem) return <Said>{problem}</Said>
  if (from.isUnderWay || to.isUnderWay) {
    return <Said>What a revision runs with is told when its rollout has ended.</Said>
  }
  if (!from.data || !to.data) {
    return (
      <PackagesCard>
        <div className="px-4">
          <Skeleton label="Loading the packages" lines={3} />
        </div>
      </PackagesCard>
    )
  }
  const isKnown = [from.data, to.data].map(({ packages }) => packages !== null)
  const unknown = new Set([before, after].filter((_id, side) => !isKnown[side]).map(shortId))
  if (unknown.size > 0) {
    return <Said>It is not known what {[...unknown].join(' and ')} ran with.</Said>
  }
  return <Difference before={before} after={after} from={from.data} to={to.data} />
}

type Loaded = EndpointOutput<typeof listRevisionPackages>
type DifferenceProps = { before: string; after: string; from: Loaded; to: Loaded }

function Difference({ before, after, from, to }: DifferenceProps) {
  const { changed, same } = packageChanges(from.packages ?? [], to.packages ?? [])
  const [oldRuntime, newRuntime] = [from, to].map(({ runtime }) => runtime && runtimeText(runtime))
  const isOtherRuntime = oldRuntime !== newRuntime
  if (changed.length === 0 && !isOtherRuntime) {
    const all = [packagesText(same), newRuntime].filter(Boolean)
    return <Said>Both ran with the same {all.join(' and ')}.</Said>
  }
  const detail = [changed.length > 0 && `${changed.length} changed`, same > 0 && `${same} the same`]
  return (
    <PackagesCard detail={detail.filter(Boolean).join(' · ')}>
      <ComparedTable label="Packages" rowHeading="Package" before={before} after={after}>
        {isOtherRuntime && (
          <tr>
            <RowName>Run by</RowName>
            <ComparedValue text={oldRuntime ?? null} isChanged />
            <ComparedValue text={newRuntime ?? null} isChanged />
          </tr>
        )}
        {changed.map((one) => (
          <tr key={one.name}>
            <RowName>
              <span className="mono break-all">{one.name}</span>
            </RowName>
            <ComparedValue text={one.before} isChanged />
            <ComparedValue text={one.after} isChanged />
          </tr>
        ))}
      </ComparedTable>
    </PackagesCard>
  )
}

function PackagesCard({ detail, children }: { detail?: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title="Packages" detail={detail} />
      {children}
    </Card>
  )
}

function Said({ children }: { children: ReactNode }) {
  return (
    <PackagesCard>
      <p className="px-4 py-4 text-ink-2">{children}</p>
    </PackagesCard>
  )
}
