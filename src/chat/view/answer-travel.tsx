import { ChevronDown, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { ShortId } from '../../ui/format/short-id.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import type { BranchPoint } from '../checkpoints/branches.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import type { Turn } from '../conversation/turns.ts'
import { BranchSwitch } from '../history/branch-switch.tsx'
import type { TravelActions } from '../history/use-time-travel.ts'
import type { RunMark } from '../run-marks.ts'

/** Who makes an answer again: whom the composer has chosen, or another. */
export interface RetryAs {
  readonly assistant_id: string
  readonly assistants: readonly { assistant_id: string; name: string }[]
}

type AnswerTravelProps = {
  turn: Turn
  mark: RunMark | undefined
  /** Ways to change the past; absent where the thread cannot be changed. */
  travel?: TravelActions | undefined
  /** Where the first answer has other versions. */
  answerBranch?: BranchPoint | undefined
  /** Why the past cannot be changed now. */
  blocked?: string | undefined
  retryAs?: RetryAs | undefined
  /** Items for the menu: others who can make it again, elsewhere. */
  retryElsewhere?: ((run_id: string) => ReactNode) | undefined
}

/** Other versions of the answer, who made this one, and making it again. */
export function AnswerTravel(props: AnswerTravelProps) {
  const { turn, mark, travel, answerBranch, blocked, retryAs } = props
  const elsewhere = turn.run_id ? props.retryElsewhere?.(turn.run_id) : null
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const answers = turn.parts.filter((item) => item.kind === 'ai' && item.origin === 'state')
  const [first] = answers
  const last = answers.at(-1)
  if (!travel || !first || !last) return null
  const act = async (work: Promise<void>) => {
    setIsPending(true)
    setProblem(null)
    try {
      await work
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.')
    } finally {
      setIsPending(false)
    }
  }
  const again = (item: ShownMessage, assistant_id: string | null) =>
    void act(travel.regenerate(item, assistant_id))
  const assistants = retryAs?.assistants ?? []
  const nameOf = (id: string) => assistants.find((one) => one.assistant_id === id)?.name ?? id
  const own = mark?.assistant_id ?? null
  const chosen = retryAs?.assistant_id || own
  const others = assistants.filter(({ assistant_id }) => assistant_id !== chosen)
  return (
    <>
      {answerBranch && (
        <BranchSwitch
          point={answerBranch}
          noun="answer"
          disabledReason={blocked}
          onShow={(end) => void act(travel.show(end))}
        />
      )}
      {answerBranch && own && (
        <span className="mr-1 inline-flex items-center gap-1 text-sm">
          {nameOf(own)}
          {mark?.revision_id && (
            <>
              {' '}
              · revision <ShortId id={mark.revision_id} noun="revision" />
            </>
          )}
        </span>
      )}
      <Button
        acts
        size="sm"
        variant="ghost"
        isPending={isPending}
        disabledReason={blocked}
        onClick={() => again(first, chosen)}
      >
        <RotateCcw aria-hidden size={14} strokeWidth={1.8} /> Retry
        {chosen && own && chosen !== own && ` with ${nameOf(chosen)}`}
      </Button>
      {(others.length > 0 || first !== last || elsewhere) && (
        <Menu
          align="start"
          trigger={
            <IconButton
              acts
              size="sm"
              variant="ghost"
              label="Retry with…"
              disabledReason={blocked ?? (isPending ? 'Already under way' : undefined)}
            >
              <ChevronDown aria-hidden size={14} strokeWidth={1.8} />
            </IconButton>
          }
        >
          {first !== last && (
            <MenuItem
              acts
              description="Keeps what was found before it, and makes only the last message again"
              onSelect={() => again(last, chosen)}
            >
              Retry last step
            </MenuItem>
          )}
          {others.map(({ assistant_id, name }) => (
            <MenuItem acts key={assistant_id} onSelect={() => again(first, assistant_id)}>
              Retry with {name}
            </MenuItem>
          ))}
          {elsewhere}
        </Menu>
      )}
      {problem && (
        <span role="alert" className="w-full text-bad text-sm">
          {problem}
        </span>
      )}
    </>
  )
}
