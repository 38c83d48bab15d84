import type { Database } from '../../../db/database.ts'
import type { Isolation } from '../../../isolation/isolation.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import type { DeploymentRow } from '../../deployments/deployment-store.ts'
import type { LocalRepositories } from '../../deployments/local-repositories.ts'
import type { RevisionRow } from '../../revisions/revision-store.ts'
import type { RolloutLimits } from '../rollout-limits.ts'
import type { RevisionLog } from '../rollout-log.ts'
import type { BuildFolders } from './build-folders.ts'

/** What a build is made from and with. */
export interface BuildOrder {
  tools: {
    database: Database
    secretBox: SecretBox
    builds: BuildFolders
    folders: { packageCache: string }
    limits: RolloutLimits
    localRepositories: LocalRepositories
    isolation: Isolation
  }
  deployment: DeploymentRow
  revision: RevisionRow
  /** Of the build's folder, which is begun and held. */
  name: string
  log: RevisionLog
  signal: AbortSignal
  /** The source is there; what follows is the build. */
  onFetched: () => Promise<void>
  /** Another server has this build already: it is made here as well, not taken from another one. */
  isCopy?: boolean
  /** Keeps a build's folder until the rollout has recorded that it uses it. */
  hold: (name: string) => void
}
