import { useMemo, useRef, useState } from 'react'
import { ofTurn } from '../../chat/components/of-turn.ts'
import { useSaid } from '../../chat/components/use-said.ts'
import type { ShownMessage } from '../../chat/conversation/conversation-types.ts'
import { buildTurns, type Turn } from '../../chat/conversation/turns.ts'
import { Markdown } from '../../chat/markdown/markdown.tsx'
import { runMarks } from '../../chat/run-marks.ts'
import { endOf } from '../../chat/scrolling/end-of-conversation.ts'
import { useStickToBottom } from '../../chat/scrolling/use-stick-to-bottom.ts'
import { offeredReplies } from '../../chat/session/offered-replies.ts'
import type { RunSession, SessionSnapshot, Work } from '../../chat/session/session-types.ts'
import { QuickReplies } from '../../chat/view/quick-replies.tsx'
import { useVotes } from '../../chat/view/use-session.ts'
import type { Message } from '../../contract/agent-server/messages.ts'
import type { PanelHost } from '../panel-host.ts'
import type { Conversations } from './conversations.ts'
import { IconButton } from './icons.tsx'
import { Components } from './messages/components.tsx'
import { EarlierMessages } from './messages/earlier-messages.tsx'
import { TurnView } from './messages/turn-view.tsx'
import { type TakenFiles, WaitingMessages } from './messages/waiting-messages.tsx'
import { PrivacyNote } from './privacy-note.tsx'
import { Problem } from './problem.tsx'
import { Questions } from './questions/questions.tsx'
import type { Texts } from './texts/en.ts'
import { filled, reasonOf } from './texts/texts.ts'
import { useRestoredVotes } from './use-restored-votes.ts'

type ConversationViewProps = {
  host: PanelHost
  texts: Texts
  conversations: Conversations
  session: RunSession
  snapshot: SessionSnapshot
  /** Why the chat could not be opened. */
  problem: Error | null
  needsConsent: boolean | null
  /** Takes the focus where what had it is gone. */
  onFocusLost: () => void
  /** A message that waited was taken back. */
  onTakenBack: (message: Message, taken: TakenFiles) => void
}

/** The conversation, following its end while the reader is there. */
export function ConversationView(props: ConversationViewProps) {
  const { host, texts, conversations, session, snapshot, problem, needsConsent } = props
  const { conversation, run, records, ownCancels, opening } = snapshot
  const turns = useTurns(conversation.messages)
  const marks = useMemo(
    () => runMarks({ records, run, ownCancels }, session, false),
    [records, run, ownCancels, session],
  )
  const votes = useVotes(session)
  useRestoredVotes(session, marks)
  const { viewing } = snapshot
  const end = useMemo(() => endOf({ conversation, viewing }), [conversation, viewing])
  const stick = useStickToBottom(`${snapshot.thread_id}-${opening === 'open'}`, end)
  const isActive = run?.outcome === 'active'
  const said = useSaid(conversation, isActive)
  const failure = problem ?? (opening === 'failed' ? snapshot.error : null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const submit = async (work: Work) => {
    setRefusal(null)
    const result = await conversations.submit(work)
    if (result.ok) return true
    setRefusal(result.error)
    host.emit('error', { message: result.error.message })
    return false
  }
  const [isSending, setIsSending] = useState(false)
  const say = async (text: string, isByKey: boolean) => {
    setIsSending(true)
    if (isByKey) props.onFocusLost()
    await submit({ text })
    setIsSending(false)
  }
  const cannotSay = isSending || needsConsent !== false
  const retry = () => void submit({ input: null })
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={stick.scroller}
        role="log"
        aria-label={texts.conversation}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2"
      >
        <div ref={stick.inner} className="mx-auto flex max-w-[720px] flex-col gap-3.5">
          {failure && (
            <Problem
              words={`${texts.openFailed} ${reasonOf(failure, texts)}`}
              texts={texts}
              onAgain={() => void conversations.open()}
            />
          )}
          {!failure && turns.length === 0 && !isActive && opening !== 'reading' && (
            <Greeting {...props} isDisabled={cannotSay} onChoose={say} />
          )}
          {!failure && (needsConsent || turns.length === 0) && (
            <PrivacyNote
              host={host}
              texts={texts}
              conversations={conversations}
              isAsking={needsConsent === true}
            />
          )}
          {!isActive && turns.length > 0 && (
            <EarlierMessages
              // What went before another beginning is something else.
              key={`${snapshot.thread_id} ${turns[0]?.key}`}
              {...{ host, texts, session, snapshot }}
              onMore={stick.leave}
              onFocusLost={() => stick.scroller.current?.focus({ preventScroll: true })}
            />
          )}
          {turns.map((turn, index) => {
            const isLast = index === turns.length - 1
            const run_id = turn.run_id ?? (isLast ? (run?.run_id ?? null) : null)
            const own = ofTurn(said, turn, conversation.messages, isLast)
            return (
              <TurnView
                key={turn.key}
                turn={turn}
                run_id={run_id}
                texts={texts}
                host={host}
                mark={run_id ? marks.get(run_id) : undefined}
                isActive={isLast && isActive}
                vote={run_id ? votes[run_id] : undefined}
                feedback={session.feedback}
                components={
                  own.length > 0 && (
                    <Components
                      {...{ host, texts, session, snapshot }}
                      said={own}
                      onSubmit={submit}
                    />
                  )
                }
                onRetry={isLast && !isActive ? retry : undefined}
              />
            )
          })}
          <WaitingMessages {...props} />
          {!isActive && <Questions {...props} onSubmit={submit} />}
          <QuickReplies
            label={texts.quickReplies}
            replies={offeredReplies(snapshot)}
            isDisabled={cannotSay}
            onChoose={say}
          />
          <Troubles {...{ texts, session, snapshot, refusal }} />
        </div>
      </div>
      {stick.hasNew && <NewBelow texts={texts} onPress={stick.toBottom} />}
    </div>
  )
}

/** The turns of what was said; one in which nothing changed is the same as before. */
function useTurns(messages: readonly ShownMessage[]): readonly Turn[] {
  const known = useRef<readonly Turn[]>([])
  return useMemo(() => {
    known.current = buildTurns(messages, known.current)
    return known.current
  }, [messages])
}

/** The way to what came while the reader was further up. */
function NewBelow({ texts, onPress }: { texts: Texts; onPress: () => void }) {
  return (
    <div className="absolute inset-x-0 bottom-2 flex justify-center">
      <IconButton
        icon="newBelow"
        label={texts.newBelow}
        onClick={onPress}
        className="border border-line bg-surface shadow-float"
      />
    </div>
  )
}

type GreetingProps = Pick<ConversationViewProps, 'host' | 'texts'> & {
  isDisabled: boolean
  onChoose: (text: string, isByKey: boolean) => void
}

/** What a conversation begins with. */
function Greeting({ host, texts, isDisabled, onChoose }: GreetingProps) {
  const { greeting, suggestions } = host.config
  return (
    <>
      {greeting && <Markdown text={greeting} />}
      <QuickReplies
        label={texts.quickReplies}
        replies={suggestions.map((text) => ({ label: text, text }))}
        isDisabled={isDisabled}
        onChoose={onChoose}
      />
    </>
  )
}

type TroublesProps = Pick<ConversationViewProps, 'texts' | 'session' | 'snapshot'> & {
  /** Why the last message was not taken. */
  refusal: Error | null
}

/** At the end: what was not sent, and what does not come. */
function Troubles({ texts, session, snapshot, refusal }: TroublesProps) {
  const { run, reconnecting } = snapshot
  return (
    <>
      {refusal && (
        <p role="alert" className="text-bad text-sm">
          {filled(texts, 'notSent', { reason: reasonOf(refusal, texts) })}
        </p>
      )}
      {(reconnecting || run?.silence) && (
        <p className="text-ink-2 text-sm">
          {run?.silence ? texts.silent : texts.reconnecting}{' '}
          <button type="button" className="cursor-pointer underline" onClick={session.retryNow}>
            {texts.retry}
          </button>
        </p>
      )}
    </>
  )
}
