import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { revisionWords, useAllTargets, usePreviewTargets } from './again-targets.ts'
import type { AgainTarget } from './run-again.ts'

type TargetChoiceProps = {
  deploymentId: string
  /** The assistant that answered. */
  assistantId: string | null | undefined
  /** Why no other revision can be taken; null where one can. */
  revisionRefusal: string | null
  /** Assistants are not offered where they can be chosen beside. */
  isOfRevisions?: boolean
  onChoose: (target: AgainTarget) => void
  onClose: () => void
}

const itemClass =
  'flex min-h-[34px] cursor-pointer items-center gap-2 rounded-control px-2 data-[selected=true]:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

/** A search for another assistant of the server, or for a revision that was deployed once. */
export function TargetChoice(props: TargetChoiceProps) {
  const { deploymentId, assistantId, revisionRefusal, isOfRevisions = false } = props
  const { ownerId, hasRevisions, here } = usePreviewTargets(deploymentId)
  const all = useAllTargets(deploymentId, ownerId, hasRevisions)
  const revisions = revisionRefusal ? [] : all.revisions.filter(({ id }) => id !== here)
  const { onChoose, onClose } = props
  const title = isOfRevisions ? 'Retry at a revision' : 'Run again on…'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={
        revisionRefusal && hasRevisions
          ? `Not on another revision: ${lowerFirst(revisionRefusal)}.`
          : 'On a copy of the thread, from the state before the run. A revision has threads of its own: the copy is of the state alone.'
      }
    >
      <Command label={title} loop filter={holdsWords}>
        <div className="flex items-center gap-2 rounded-control border bg-bg px-2.5">
          <Search aria-hidden size={14} strokeWidth={1.8} className="flex-none text-ink-3" />
          <Command.Input
            placeholder={hasRevisions ? 'A commit, a message, a name' : 'A part of its name'}
            className="h-9 w-full bg-transparent focus-visible:outline-none"
          />
        </div>
        <Command.List className="mt-2 h-[min(320px,50dvh)] overflow-y-auto">
          {revisions.length > 0 && (
            <Command.Group heading="Revisions" className={groupClass}>
              {revisions.map((revision) => (
                <Command.Item
                  key={revision.id}
                  value={`${revisionWords(revision)} ${revision.id}`}
                  className={itemClass}
                  disabled={revision.has_build === false}
                  onSelect={() =>
                    onChoose({
                      to: 'revision',
                      deployment_id: ownerId,
                      revision_id: revision.id,
                    })
                  }
                >
                  <span className="min-w-0 grow truncate">{revisionWords(revision)}</span>
                  {revision.has_build === false && (
                    <span className="flex-none text-sm">its build was removed</span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {!isOfRevisions && (
            <Command.Group heading="Assistants" className={groupClass}>
              {all.assistants
                .filter(({ assistant_id }) => assistant_id !== assistantId)
                .map(({ assistant_id, name, graph_id }) => (
                  <Command.Item
                    key={assistant_id}
                    value={`${name ?? graph_id} ${assistant_id}`}
                    className={itemClass}
                    onSelect={() => onChoose({ to: 'assistant', assistant_id })}
                  >
                    <span className="min-w-0 grow truncate">{name ?? graph_id}</span>
                    <span className="mono flex-none text-ink-2 text-sm">
                      {shortId(assistant_id)}
                    </span>
                  </Command.Item>
                ))}
            </Command.Group>
          )}
          {!all.isPending && !all.error && (
            <Command.Empty className="px-2 py-6 text-center text-ink-2">
              {isOfRevisions && revisions.length === 0
                ? 'No other revision was deployed.'
                : 'There is none of that name.'}
            </Command.Empty>
          )}
          {all.error && <p className="px-2 py-6 text-center text-bad">{all.error.message}</p>}
        </Command.List>
      </Command>
    </Dialog>
  )
}

const groupClass =
  '**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:text-ink-2 **:[[cmdk-group-heading]]:text-sm'

/** Letters that merely follow in this order, as in a long commit message, are not what was typed. */
function holdsWords(value: string, typed: string): number {
  const lower = value.toLowerCase()
  const words = typed.toLowerCase().split(/\s+/)
  return words.every((word) => lower.includes(word)) ? 1 : 0
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
