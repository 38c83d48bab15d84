import { Fragment, memo, type ReactNode, useState } from 'react'
import type { ShownMessage } from '../../../chat/conversation/conversation-types.ts'
import { answerBlocks, contentBlocks } from '../../../chat/conversation/parts/content-blocks.ts'
import { callsOfGroup, turnRows } from '../../../chat/conversation/turn-rows.ts'
import type { Turn } from '../../../chat/conversation/turns.ts'
import { Markdown } from '../../../chat/markdown/markdown.tsx'
import { type NamedPicture, Pictures } from '../../../chat/markdown/pictures.ts'
import type { RunMark } from '../../../chat/run-marks.ts'
import type { FeedbackStore } from '../../../chat/votes/feedback-store.ts'
import type { VoteState } from '../../../chat/votes/vote-board.ts'
import { sourcesOf } from '../../../contract/agent-server/answers/sources.ts'
import { messageText } from '../../../contract/agent-server/messages.ts'
import { writeClipboard } from '../../../ui/controls/write-clipboard.ts'
import { cx } from '../../../ui/cx.ts'
import type { PanelHost } from '../../panel-host.ts'
import { MessagePart } from '../files/message-parts.tsx'
import { RemotePicture } from '../files/remote-picture.tsx'
import { IconButton } from '../icons.tsx'
import type { Texts } from '../texts/en.ts'
import { filled } from '../texts/texts.ts'
import { Votes } from '../votes.tsx'
import { Sources } from './sources.tsx'

type TurnViewProps = {
  turn: Turn
  run_id: string | null
  texts: Texts
  host: PanelHost
  mark: RunMark | undefined
  isActive: boolean
  vote: VoteState | undefined
  feedback: FeedbackStore | null
  /** What was said by components, below what was said in words. */
  components?: ReactNode
  onRetry: (() => void) | undefined
}

/** What the visitor wrote and what was answered. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, texts, mark, isActive, components, onRetry } = props
  const answers = turn.parts.filter((item) => item.kind === 'ai')
  const text = answers
    .map((item) => messageText(item.message.content))
    .join('\n\n')
    .trim()
  const rows = turnRows(answers, (item) => callsOf(item, turn))
  const hasFailed = mark?.outcome === 'failed' || mark?.outcome === 'timed_out'
  // As where a question was left unanswered, or where all that came was thought.
  const isWordless =
    (mark?.outcome === 'success' || mark?.outcome === 'interrupted') &&
    !components &&
    rows.every((row) => row.kind === 'message' && isEmpty(row.item))
  return (
    <>
      {turn.human && (
        <div
          part="message visitor"
          className="ms-auto max-w-[85%] whitespace-pre-wrap rounded-lg bg-sunken px-3.5 py-2"
        >
          <span className="sr-only">{texts.you}: </span>
          <Content item={turn.human}>{(words) => <p dir="auto">{words}</p>}</Content>
        </div>
      )}
      <div part="message agent" className="min-w-0 empty:hidden">
        {rows.map((row) =>
          row.kind === 'message' ? (
            <Answer key={row.key} item={row.item} isActive={isActive} />
          ) : (
            <Tools key={row.key} calls={row.calls} texts={texts} isActive={isActive} />
          ),
        )}
        {components}
        {isActive && text === '' && !components && <Waiting words={texts.thinking} />}
        {!isActive && mark?.outcome === 'stopped' && (
          <p className="mt-1.5 text-ink-3 text-sm">{texts.stopped}</p>
        )}
        {!isActive && isWordless && <p className="text-ink-3 text-sm">{texts.noAnswer}</p>}
        {!isActive && hasFailed && (
          <p className="mt-1.5 text-bad text-sm">
            {texts.failed}{' '}
            {onRetry && (
              <button type="button" className="cursor-pointer underline" onClick={onRetry}>
                {texts.retry}
              </button>
            )}
          </p>
        )}
        {!isActive && mark && mark.outcome !== 'paused' && <Acts {...props} text={text} />}
      </div>
    </>
  )
})

function Answer({ item, isActive }: { item: ShownMessage; isActive: boolean }) {
  const isGrowing = isActive && item.origin === 'stream' && !item.message.tool_calls?.length
  const sources = sourcesOf(item.message.content)
  return (
    <div className={cx('[&+&]:mt-2.5', item.origin === 'cut' && 'text-ink-2')}>
      {/* Until the thread holds the answer nobody can tell that it names a picture. */}
      <Pictures.Provider value={item.origin === 'state' ? drawPicture : null}>
        <Content item={item}>
          {(words, isLast) => <Markdown text={words} isStreaming={isGrowing && isLast} />}
        </Content>
      </Pictures.Provider>
      {sources.length > 0 && <Sources list={sources} />}
    </div>
  )
}

const isEmpty = ({ message }: ShownMessage) => answerBlocks(message.content).length === 0

type ContentProps = {
  item: ShownMessage
  /** Draws a text of it. */
  children: (words: string, isLast: boolean) => ReactNode
}

/** What a message holds, in its order. */
function Content({ item, children }: ContentProps) {
  const blocks = (item.kind === 'ai' ? answerBlocks : contentBlocks)(item.message.content)
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
    <Fragment key={index}>
      {block.kind === 'text' ? (
        children(block.text, index === blocks.length - 1)
      ) : (
        <MessagePart part={block.part} place={block.place} message_id={item.id} />
      )}
    </Fragment>
  ))
}

interface PanelCall {
  readonly key: string
  readonly name: string
  readonly isDone: boolean
}

const callsOf = (item: ShownMessage, { results }: Turn): readonly PanelCall[] =>
  (item.message.tool_calls ?? []).map(({ id, name }, index) => ({
    key: `${item.key}-${index}`,
    name,
    isDone: Boolean(id && results.has(id)),
  }))

type ToolsProps = { calls: readonly PanelCall[]; texts: Texts; isActive: boolean }

/** That a tool was used, once for each call; of many in a row, how often. */
function Tools({ calls, texts, isActive }: ToolsProps) {
  const done = calls.filter(({ isDone }) => isDone)
  const open = isActive ? calls.filter(({ isDone }) => !isDone) : []
  return (
    <div className="[&+&]:mt-2.5">
      {lines(done, calls.length).map(({ key, tool }) => (
        <p key={key} className="mt-1 text-ink-3 text-sm">
          {filled(texts, 'usedTool', { tool })}
        </p>
      ))}
      {lines(open, calls.length).map(({ key, tool }) => (
        <div key={key} className="mt-1">
          <Waiting words={filled(texts, 'usingTool', { tool })} />
        </div>
      ))}
    </div>
  )
}

/** The calls as they are named: each, or where all in the row are many, together. */
function lines(calls: readonly PanelCall[], inRow: number) {
  const [first] = calls
  if (!first || inRow < callsOfGroup) {
    return calls.map(({ key, name }) => ({ key, tool: plainName(name) }))
  }
  const times = calls.length > 1 ? ` × ${calls.length}` : ''
  return [{ key: first.key, tool: `${plainName(first.name)}${times}` }]
}

const drawPicture = (picture: NamedPicture) => <RemotePicture {...picture} />

/** `look_up_order` reads as “look up order”. */
const plainName = (name: string) => name.replace(/[_-]+/g, ' ').trim()

function Waiting({ words }: { words: string }) {
  return <p className="animate-live text-ink-3 text-sm">{words}</p>
}

function Acts(props: TurnViewProps & { text: string }) {
  const { texts, mark, run_id, feedback, vote, text, host } = props
  const plan = feedback && mark ? feedback.planFor(mark.feedbackKeys) : null
  if (!plan && text === '') return null
  return (
    <Votes
      texts={texts}
      host={host}
      run_id={run_id}
      plan={plan}
      vote={vote}
      feedback={feedback}
      extra={text === '' ? null : <CopyAnswer text={text} texts={texts} />}
    />
  )
}

function CopyAnswer({ text, texts }: { text: string; texts: Texts }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = (event: { currentTarget: Element }) => {
    writeClipboard(text, event.currentTarget).then(
      () => setIsCopied(true),
      // A page may forbid it; then the text can still be selected.
      () => setIsCopied(false),
    )
  }
  return (
    <IconButton
      icon={isCopied ? 'copied' : 'copy'}
      label={isCopied ? texts.copied : texts.copy}
      onClick={copy}
      className="size-7"
    />
  )
}
