import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { beginThread } from '../../../chat/composer/begin-thread.ts'
import { Suggestions } from '../../../chat/composer/suggestions.tsx'
import { useKeptText } from '../../../chat/composer/use-kept-text.ts'
import { searchAssistants } from '../../../contract/agent-server/assistants.ts'
import { offerOf } from '../../../contract/agent-server/suggestions.ts'
import { isUnderWay } from '../../../contract/control-plane/awaits-source.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { RefusedActions } from '../../../ui/controls/refused-actions.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { isComposing } from '../../../ui/keys/is-composing.ts'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Api, query, useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'

const guide = 'guide'

/** A box for the first message of a thread with the guide, or with what there is: nothing where nothing is deployed. */
export function FirstMessage({ deployments }: { deployments: readonly Deployment[] }) {
  const deployment = toTalkTo(deployments)
  // What was typed stays when another one is talked to, because the first could not be deployed.
  const typed = useKeptText(keyOf(useApi()), '')
  return deployment ? <MessageTo key={deployment.id} deployment={deployment} typed={typed} /> : null
}

/** Under which a tab keeps what is written to a server before anything has run there. */
const keyOf = ({ connection }: Api) => `first-message.${connection.id}`

/** The examples, where they are or come; else the first that serves, else those that could not be deployed. */
function toTalkTo(deployments: readonly Deployment[]): Deployment | undefined {
  const examples = deployments.find(({ name }) => name === 'examples')
  if (examples && (serves(examples) || isComing(examples))) return examples
  return deployments.find(serves) ?? examples
}

const serves = ({ active_revision_id }: Deployment) => active_revision_id !== null

const isComing = (deployment: Deployment) => {
  const { latest_revision_status: status } = deployment
  return status != null && isUnderWay({ ...deployment, status })
}

type MessageToProps = {
  deployment: Deployment
  typed: readonly [string, (text: string) => void]
}

function MessageTo({ deployment, typed: [text, setText] }: MessageToProps) {
  const { assistants, assistant, name, ...message } = useMessageTo(deployment, text, setText)
  const box = useRef<HTMLTextAreaElement>(null)
  const suggestions = assistant ? offerOf(assistant).suggestions : []
  const change = (next: string) => {
    setText(next)
    message.takeBack()
  }
  const isGuide = name === guide
  return (
    <section
      aria-label={`Message to ${isGuide ? 'the guide' : name}`}
      className="rounded-[14px] border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-3.5 shadow-float focus-within:border-accent has-[textarea:focus]:ring-1 has-[textarea:focus]:ring-accent"
    >
      <TextArea
        variant="bare"
        rows={2}
        ref={(element) => {
          box.current = element
        }}
        aria-label="Message"
        dir={text === '' ? undefined : 'auto'}
        placeholder={
          isGuide ? 'Ask the guide anything about Quarterdeck' : `Send a message to ${name}`
        }
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent) || event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          message.send()
        }}
      />
      <div className="mt-1 flex flex-wrap items-end justify-between gap-2">
        <div className="mt-2 min-h-8 min-w-0 grow basis-60">
          <Suggestions
            list={suggestions}
            isUsable={text === '' || suggestions.includes(text)}
            onChoose={(chosen) => {
              change(chosen)
              box.current?.focus()
            }}
          />
        </div>
        <div className="ml-auto flex flex-none items-center gap-2">
          {assistants.length > 1 && (
            <SelectMenu
              label="Assistant"
              value={assistant?.assistant_id ?? ''}
              options={assistants.map((one) => ({
                value: one.assistant_id,
                label: one.name ?? one.graph_id,
              }))}
              onValueChange={message.choose}
            />
          )}
          <IconButton
            acts
            variant="primary"
            size="composer"
            label="Send"
            disabledReason={message.lacks}
            onClick={message.send}
          >
            <ArrowUp aria-hidden size={15} strokeWidth={1.8} />
          </IconButton>
        </div>
      </div>
      <div role="status">
        {message.isWaiting && message.isThere && (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-2">
            {isGuide ? 'The guide' : name} is being deployed. Your message goes as soon as it
            serves.
            <Button size="sm" onClick={message.takeBack}>
              Take back
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}

/** Whom it is for, and the way to send it: at once, or as soon as there is somebody who answers. */
function useMessageTo(deployment: Deployment, text: string, setText: (text: string) => void) {
  const api = useApi()
  const navigate = useNavigate()
  const [chosenId, setChosenId] = useState<string | null>(null)
  // Sent before there was anybody to send it to; it still waits after a reload.
  const [waits, setWaits] = useKeptText(`waits.${keyOf(api)}`, '')
  const isWaiting = waits !== ''
  const takeBack = () => setWaits('')
  const { data: assistants = [] } = useQuery({
    ...query(api.agent(deployment.id), searchAssistants, { body: { limit: 100 } }),
    enabled: serves(deployment),
  })
  const assistant =
    assistants.find(({ assistant_id }) => assistant_id === chosenId) ??
    assistants.find(({ graph_id }) => graph_id === guide) ??
    assistants[0]
  const name = assistant ? (assistant.name ?? assistant.graph_id) : guide
  const refusal = useContext(RefusedActions)
  const words = text.trim()
  const isThere = serves(deployment) || isComing(deployment)
  const lacks = !isThere
    ? 'It could not be deployed: its page says why'
    : words === ''
      ? 'Write a message first'
      : undefined
  const send = () => {
    if (lacks || refusal) return
    setWaits(assistant ? '' : 'yes')
    if (!assistant) return
    const { assistant_id } = assistant
    if (beginThread(`new-${deployment.id}`, words, { assistant_id, name })) {
      setText('')
      void navigate(paths.newThread(deployment.id))
    } else {
      toast.bad('This browser keeps nothing between pages', {
        description: 'Write it in the new thread of the deployment.',
      })
    }
  }
  const sendNow = useRef(send)
  sendNow.current = send
  const isDue = isWaiting && assistant !== undefined
  useEffect(() => {
    if (isDue) sendNow.current()
  }, [isDue])
  return {
    assistants,
    assistant,
    name,
    choose: setChosenId,
    lacks,
    isThere,
    isWaiting,
    takeBack,
    send,
  }
}
