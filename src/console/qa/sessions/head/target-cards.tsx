import { Rocket, Upload } from 'lucide-react'
import { shortCommit } from '../../../../contract/control-plane/short-commit.ts'
import type { NamedTarget, Session } from '../../../../contract/qa/sessions.ts'
import { cx } from '../../../../ui/cx.ts'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { paths } from '../../../paths.ts'
import { targetNames } from '../../results/target-names.ts'
import { TargetLink } from '../target-link.tsx'

const icon = { 'aria-hidden': true, size: 17, strokeWidth: 1.8 } as const

/** Who answered, each with what it came to. */
export function TargetCards({ session }: { session: Session }) {
  const { targets, tallies } = session
  const names = targetNames(targets)
  return (
    <ul
      aria-label="Targets"
      className="grid flex-none gap-3.5 min-[700px]:auto-cols-fr min-[700px]:grid-flow-col"
    >
      {targets.map((target, index) => {
        const tally = tallies[index]
        const isCandidate = index > 0
        const Icon = isCandidate ? Upload : Rocket
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a target is known by its place
            key={index}
            className="flex min-w-0 items-center gap-2.5 rounded-md border px-3.5 py-2.5"
          >
            <Icon
              {...icon}
              className={cx('flex-none', isCandidate ? 'text-accent' : 'text-ink-2')}
            />
            <div className="min-w-0 grow">
              <div className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold">{names[index]?.role}</span>
                <span className="mono min-w-0 [overflow-wrap:anywhere]">{placeOf(target)}</span>
                {target.revision_id && (
                  <span className="rounded-[4px] bg-idle-soft px-1.5 text-ink-2 text-xs leading-[18px]">
                    no traffic
                  </span>
                )}
              </div>
              <div className="flex flex-wrap gap-x-1.5 text-ink-2 text-sm">
                {target.commit_message && (
                  <span title={target.commit_message} className="max-w-full truncate leading-6">
                    {target.commit_message} ·
                  </span>
                )}
                <span className="min-w-0 leading-6 [overflow-wrap:anywhere]">
                  {[target.ref, target.assistant_name].filter(Boolean).join(' · ')} ·
                </span>
                <Where target={target} />
              </div>
            </div>
            {tally && (
              <div className="flex-none text-right tabular-nums">
                <div className="font-semibold">
                  {tally.passed_cases} of {tally.ended_cases} pass
                </div>
                <div className="text-ink-2 text-sm">
                  {tally.ended_attempts} of {tally.attempts} attempts
                </div>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** “support-agent@3f9c1a2”; without the commit where that is not known. */
function placeOf({ deployment_name, commit }: NamedTarget): string {
  return commit ? `${deployment_name}@${shortCommit(commit)}` : deployment_name
}

/** Leads to the revision that answers, or answered when the session began; where none is known, to the deployment. */
function Where({ target }: { target: NamedTarget }) {
  const { deployment_id, revision_id, served_revision_id } = target
  const revision = revision_id ?? served_revision_id
  return revision ? (
    <TargetLink target={target} to={paths.revision(deployment_id, revision)} title={revision}>
      revision {shortId(revision)}
    </TargetLink>
  ) : (
    <TargetLink target={target} to={paths.deployment(deployment_id)}>
      deployment
    </TargetLink>
  )
}
