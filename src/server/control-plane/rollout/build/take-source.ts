import { shortSource } from '../../../../contract/control-plane/short-commit.ts'
import { readArchivePart } from '../../archives/archive-store.ts'
import { realLocalProblem } from '../../deployments/local-repositories.ts'
import { openRepoToken } from '../../deployments/secrets.ts'
import { recordCommit } from '../../revisions/revision-store.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import type { BuildOrder } from './build-order.ts'
import { fetchSource } from './fetch-source.ts'
import { unpackArchive } from './unpack-archive.ts'

/**
 * Puts the source of a revision into the folder of its build: the files of its commit, or of what its ref points to,
 * which is recorded; or those of the archive that was uploaded. `commit` tells the same source again: a commit, or an
 * archive's hash. Throws a RolloutFailure (CREATE_FAILED).
 */
export function takeSource(order: BuildOrder, folder: string): Promise<{ commit: string }> {
  return order.deployment.source === 'internal_source'
    ? unpackUpload(order, folder)
    : cloneRepository(order, folder)
}

async function cloneRepository(order: BuildOrder, folder: string): Promise<{ commit: string }> {
  const { tools, deployment, revision, log } = order
  const source = revision.source_revision_config
  const address = deployment.source_config.repo_url ?? ''
  const refusal = await realLocalProblem(address, tools.localRepositories)
  if (refusal) throw new RolloutFailure('CREATE_FAILED', refusal)
  log.build(`Cloning ${address}.`)
  const fetched = await fetchSource({
    address,
    ref: source.repo_ref ?? null,
    commit: source.repo_commit_sha ?? null,
    folder,
    token: openRepoToken(tools.secretBox, deployment),
    packageCache: tools.folders.packageCache,
    timeLimitMs: tools.limits.cloneMs,
    signal: order.signal,
    onLine: (line, level) => log.build(line, level),
  })
  await recordCommit(tools.database, revision.id, {
    repo_commit_sha: fetched.commit,
    repo_commit_message: fetched.message,
    repo_commit_author: fetched.author,
    repo_ref: fetched.ref,
  })
  return { commit: fetched.commit }
}

async function unpackUpload(order: BuildOrder, folder: string): Promise<{ commit: string }> {
  const { revision, log } = order
  const source = revision.source_revision_config
  const archive = source.source_archive
  const parts = archive ? archiveParts(order, archive.id) : null
  const first = await parts?.next()
  if (!archive || !parts || !first?.value) {
    throw new RolloutFailure(
      'CREATE_FAILED',
      'The archive of this source is not kept any more. Upload it again.',
    )
  }
  log.build(`Unpacking ${shortSource(source)} (${archive.bytes} bytes).`)
  const whole = (async function* () {
    yield first.value
    yield* parts
  })()
  const { files, left } = await unpackArchive(
    whole,
    folder,
    source.langgraph_config_path ?? 'langgraph.json',
    order.signal,
  )
  log.build(`Unpacked ${files} ${files === 1 ? 'file' : 'files'}.`)
  for (const line of left) log.build(line, 'WARNING')
  return { commit: archive.sha256 }
}

async function* archiveParts({ tools }: BuildOrder, id: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const part = await readArchivePart(tools.database, id, number)
    if (!part) return
    yield part
  }
}
