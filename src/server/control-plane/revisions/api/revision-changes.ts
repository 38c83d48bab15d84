import { randomUUID } from 'node:crypto'
import type { Deployment } from '../../../../contract/control-plane/deployments.ts'
import {
  isSettled,
  type Revision,
  redeployProblem,
  type StartedBy,
} from '../../../../contract/control-plane/revisions.ts'
import type { Database } from '../../../db/database.ts'
import { HttpError, invalidField } from '../../../http/http-error.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { type DeploymentRow, findDeployment } from '../../deployments/deployment-store.ts'
import { found, lockForChange } from '../../deployments/find-deployment.ts'
import type { BuildFolders } from '../../rollout/build/build-folders.ts'
import { openEnv, sealEnv } from '../../rollout/load-revision.ts'
import type { Rollouts } from '../../rollout/rollouts.ts'
import { addRevision, presentConfiguration } from '../add-revision.ts'
import type { Build } from '../build-store.ts'
import { findRevision, lockRevision, type RevisionRow } from '../revision-store.ts'
import { unknownRevision } from '../unknown-revision.ts'
import { presentRevision } from './revisions.ts'

/** What people do with revisions, beside the changes of a deployment that start one. */
export interface RevisionChanges {
  /** A revision of the present configuration, at the commit that its ref points to now; it takes the traffic over unless told otherwise. */
  create(deploymentId: string, withoutTraffic: boolean, asker: StartedBy): Promise<Revision>
  /** A revision that repeats an old one: its commit, its configuration and its secrets. */
  redeploy(deploymentId: string, id: string, asker: StartedBy): Promise<Deployment>
  /** Ends a rollout; what serves goes on serving. */
  interrupt(deploymentId: string, id: string): Promise<Revision>
}

export function createRevisionChanges(deps: {
  database: Database
  secretBox: SecretBox
  rollouts: Rollouts
  builds: BuildFolders
  present: (row: DeploymentRow) => Deployment
  now: () => Date
}): RevisionChanges {
  const { database, secretBox, rollouts, builds, present, now } = deps

  /** The build of an old revision for a new one, if it is still there and can be opened. */
  const keptBuild = async (old: RevisionRow, newId: string): Promise<Build | null> => {
    const { build } = old
    if (!build || !(await builds.has(build))) return null
    const env = openEnv(secretBox, old.id, build.sealed_env)
    return env && { ...build, sealed_env: sealEnv(secretBox, newId, env) }
  }

  return {
    async create(deploymentId, withoutTraffic, asker) {
      const row = await database.transaction(async (tx) => {
        const current = await lockForChange(tx, deploymentId)
        if (withoutTraffic && current.source === 'external_docker') throw runsElsewhere()
        if (withoutTraffic && current.source === 'folder') throw servedAsItIs()
        if (current.source === 'internal_source' && !current.source_revision_config.source_archive)
          throw new HttpError(409, 'Nothing has been uploaded for this deployment yet.')
        const made = {
          ...presentConfiguration(current),
          without_traffic: withoutTraffic,
          started_by: asker,
        }
        const id = await addRevision(tx, deploymentId, made, now())
        return findRevision(tx, deploymentId, id)
      })
      rollouts.wake()
      return presentRevision(found(row, deploymentId))
    },

    async redeploy(deploymentId, id, asker) {
      const row = await database.transaction(async (tx) => {
        await lockForChange(tx, deploymentId)
        const old = await lockRevision(tx, deploymentId, id)
        if (!old) throw unknownRevision(id)
        const { has_build, has_archive, ...told } = old
        const problem = redeployProblem({
          ...told,
          has_build: has_build ?? false,
          has_archive: has_archive ?? false,
        })
        if (problem) throw new HttpError(isSettled(old) ? 400 : 409, problem)
        const newId = randomUUID()
        const made = {
          id: newId,
          source_revision_config: old.source_revision_config,
          secrets: old.secrets,
          build: await keptBuild(old, newId),
          redeploy_of: old.id,
          started_by: asker,
        }
        await addRevision(tx, deploymentId, made, now())
        return findDeployment(tx, deploymentId)
      })
      rollouts.wake()
      return present(found(row, deploymentId))
    },

    async interrupt(deploymentId, id) {
      const find = async () => {
        found(await findDeployment(database, deploymentId), deploymentId)
        const row = await findRevision(database, deploymentId, id)
        if (row) return row
        throw unknownRevision(id)
      }
      const before = await find()
      const isInterrupted =
        !isSettled(before) && (await rollouts.interrupt(before, 'The rollout was interrupted.'))
      const after = await find()
      if (isInterrupted) return presentRevision(after)
      if (!isSettled(after)) {
        throw new HttpError(409, 'Traffic is being switched to this revision: it is too late.')
      }
      throw new HttpError(
        409,
        `The rollout has ended with the status ${after.status}. Only one that is going on can be interrupted.`,
      )
    },
  }
}

function runsElsewhere(): HttpError {
  return invalidField(
    ['body', 'without_traffic'],
    'This deployment runs elsewhere: a revision of it cannot be kept from the traffic here.',
  )
}

function servedAsItIs(): HttpError {
  return invalidField(
    ['body', 'without_traffic'],
    'A folder that is worked in is served as it is now: nothing of it can be kept from the traffic.',
  )
}
