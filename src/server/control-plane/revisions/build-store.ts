import type { ProjectHttp, ProjectUi, WebhookPolicy } from '../../cluster/project-http.ts'
import type { ProjectRetention } from '../../cluster/retention.ts'
import type { Queryable } from '../../db/database.ts'
import { unsettled } from './revision-statuses.ts'

/**
 * What was built. Every server keeps it in its own folder of builds; where that is, and whether it is
 * there, `BuildFolders` tells.
 */
export interface Build {
  /** The name of its folder. Builds of the first releases: its absolute path. */
  folder: string
  /** The folder of its langgraph.json, from `folder` on. Builds of the first releases: absolute. */
  config_folder: string
  graphs: Record<string, string>
  /** The project's own authorization, if it has one. */
  auth?: { path: string; disable_studio_auth: boolean }
  /** What it says about the addresses of its agent. */
  http?: ProjectHttp
  /** Which webhooks its runs may name; all when absent. */
  webhooks?: WebhookPolicy
  /** How long it keeps what says nothing of it; for ever when absent. */
  retention?: ProjectRetention
  /** What its graphs are for, by their ids. */
  descriptions?: Record<string, string>
  /** The components that it has for what its agent says; their bundles lie beside the build. */
  ui?: ProjectUi
  /** JavaScript when absent. */
  language?: 'python'
  /** The major version of Node that it was built with and is run by; the server's own when absent. */
  node_major?: number | undefined
  /** From langgraph.json; sealed, since people put secrets there. */
  sealed_env: string
  /** The same for builds that would come out the same; absent where that is not known. */
  source_key?: string | null
  /** The same for builds whose installed packages are the same; absent where that is not known. */
  packages_key?: string | null
  /** What its `source_key` is of, as far as a statement can compare it: see `keptBuildOf`. */
  made_of?: (string | null)[]
}

/** SQL: true where the revision `o` has a build of what the revision `r` of the deployment `d` is made from. */
const hasSameBuild = `
  o.deployment_id = r.deployment_id and o.build ->> 'source_key' is not null
    and o.build -> 'made_of' = jsonb_build_array(
      d.source_config ->> 'repo_url',
      coalesce(r.source_revision_config ->> 'repo_commit_sha', r.source_revision_config -> 'source_archive' ->> 'sha256'),
      coalesce(r.source_revision_config ->> 'langgraph_config_path', 'langgraph.json'),
      nullif(d.source_config ->> 'install_command', ''),
      nullif(d.source_config ->> 'build_command', '')
    )`

/** SQL: true where a redeploy of the revision `r` of the deployment `d` finds a build that it need not make. */
export const keptBuildOf = `
  (r.build is not null or exists (select 1 from revisions o where ${hasSameBuild}))`

/** The builds that other revisions have of what a revision is made from, newest first. */
export async function listSameBuilds(
  db: Queryable,
  revisionId: string,
): Promise<{ id: string; build: Build }[]> {
  return db.query(
    `select o.id, o.build from revisions r join deployments d on d.id = r.deployment_id, revisions o
     where r.id = $1 and o.id <> r.id and ${hasSameBuild} order by o.number desc`,
    [revisionId],
  )
}

/** Null when it left nothing that can be loaded. */
export async function recordBuild(db: Queryable, id: string, build: Build | null): Promise<void> {
  await db.query('update revisions set build = $2 where id = $1', [
    id,
    build && JSON.stringify(build),
  ])
}

/** The builds of a deployment whose key of that name is `key`, newest first. */
export async function listBuildsByKey(
  db: Queryable,
  deploymentId: string,
  name: 'source_key' | 'packages_key',
  key: string,
): Promise<{ id: string; build: Build }[]> {
  return db.query(
    `select id, build from revisions
     where deployment_id = $1 and build ->> $2::text = $3 order by number desc`,
    [deploymentId, name, key],
  )
}

/**
 * Gives up the builds that are not worth their place on disk: of each deployment the serving one and
 * the newest few are kept. What a revision has as its `build` afterwards is there. Answers the ids of the
 * deployments that have fewer now.
 */
export async function giveUpOldBuilds(db: Queryable, perDeployment: number): Promise<Set<string>> {
  const rows = await db.query<{ deployment_id: string }>(
    `update revisions set build = null where build is not null and not (status = any ($2))
       and build ->> 'folder' not in (
         select folder from (
           select r.build ->> 'folder' as folder, bool_or(r.id = d.active_revision_id) as is_active,
             row_number() over (partition by d.id order by max(r.number) desc) as place
           from revisions r join deployments d on d.id = r.deployment_id
           where r.build is not null group by d.id, folder
         ) builds where is_active or place <= $1
       ) returning deployment_id`,
    [perDeployment, unsettled],
  )
  return new Set(rows.map((row) => row.deployment_id))
}

/** The folders of all builds that a revision has. Redeployed revisions share one. */
export async function listBuildFolders(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ folder: string }>(
    `select distinct build ->> 'folder' as folder from revisions where build is not null`,
  )
  return rows.map((row) => row.folder)
}

/** SQL: whether the archive that the revision `r` was made from is there. */
export const hasArchive = `exists (
  select 1 from source_archives a
  where a.sha256 is not null and a.id::text = r.source_revision_config -> 'source_archive' ->> 'id')`

/**
 * Gives up the archives that nothing is built from again: those of revisions that are neither their deployment's latest
 * nor its serving one, have no build and are not on their way; and those that no revision was made from in their time.
 */
export async function giveUpOldArchives(db: Queryable): Promise<void> {
  await db.query(
    `delete from source_archives a where case
       when exists (
         select 1 from revisions r where r.deployment_id = a.deployment_id
           and r.source_revision_config -> 'source_archive' ->> 'id' = a.id::text
       ) then not exists (
         select 1 from revisions r join deployments d on d.id = r.deployment_id
         where r.deployment_id = a.deployment_id
           and r.source_revision_config -> 'source_archive' ->> 'id' = a.id::text
           and (r.build is not null or r.id in (d.latest_revision_id, d.active_revision_id) or r.status = any ($1))
       ) else a.expires_at < now() end`,
    [unsettled],
  )
}
