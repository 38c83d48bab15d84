import { shortCommit } from '../../../contract/control-plane/short-commit.ts'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'

/** How a target is called on its session's pages. */
export interface TargetName {
  /** “Serving”, “Candidate”. */
  role: string
  /** What tells it from the other: a commit, a revision, a deployment, an assistant. */
  id: string
  /** Deployment and build, with the assistant where there are several: “support-agent@7ad20e5”. */
  whole: string
}

/** What the targets of a session are called, in their order. */
export function targetNames(targets: readonly NamedTarget[]): TargetName[] {
  const differ = (read: (target: NamedTarget) => unknown) => new Set(targets.map(read)).size > 1
  const ofDeployments = differ((target) => `${target.connection_id} ${target.deployment_id}`)
  const ofBuilds = differ(revisionOf)
  const ofAssistants = differ(({ assistant_id }) => assistant_id)
  // A commit that was deployed twice tells nothing apart.
  const hasOwnCommits = !ofBuilds || differ(({ commit }) => commit)
  return targets.map((target, index) => {
    const { deployment_name, assistant_name, commit } = target
    const revision = revisionOf(target)
    const build = commit && hasOwnCommits ? shortCommit(commit) : revision && shortId(revision)
    const assistant = ofAssistants ? assistant_name : null
    const whole = join(build ? `${deployment_name}@${build}` : deployment_name, assistant)
    const own = ofDeployments ? whole : join(ofBuilds ? build : null, assistant)
    return { role: roleOf(targets, index), id: own || whole, whole }
  })
}

/** The revision that answers, where it is known. */
export function revisionOf({ revision_id, served_revision_id }: NamedTarget): string | null {
  return revision_id ?? served_revision_id ?? null
}

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

function roleOf(targets: readonly NamedTarget[], index: number): string {
  if (targets.length === 1) return 'Target'
  if (index > 0) return 'Candidate'
  return targets[1]?.revision_id && !targets[0]?.revision_id ? 'Serving' : 'Baseline'
}
