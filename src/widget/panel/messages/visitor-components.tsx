import { useCallback } from 'react'
import { DrawnComponent } from '../../../chat/components/drawn-component.tsx'
import type { StreamFacts } from '../../../chat/components/frame-messages.ts'
import { useStreamFacts } from '../../../chat/components/use-said.ts'
import type { RunSession, SessionSnapshot, Work } from '../../../chat/session/session-types.ts'
import { call } from '../../../client/api.ts'
import type { Command } from '../../../contract/agent-server/command.ts'
import type { UiMessage } from '../../../contract/agent-server/components/ui-messages.ts'
import { readVisitorComponents } from '../../../contract/embeds/visitors.ts'
import type { PanelHost } from '../../panel-host.ts'
import type { Texts } from '../texts/en.ts'
import { filled } from '../texts/texts.ts'

export type VisitorComponentsProps = {
  host: PanelHost
  texts: Texts
  session: RunSession
  snapshot: SessionSnapshot
  said: readonly UiMessage[]
  onSubmit: (work: Work) => Promise<boolean>
}

/** What the agent said in a turn by components of its project. */
export function VisitorComponents(props: VisitorComponentsProps) {
  const { conversation, run } = props.snapshot
  const stream = useStreamFacts(conversation, run?.outcome === 'active')
  return props.said.map((one) => (
    <VisitorComponent key={one.id} {...props} one={one} stream={stream} />
  ))
}

type VisitorComponentProps = VisitorComponentsProps & { one: UiMessage; stream: StreamFacts }

function VisitorComponent(props: VisitorComponentProps) {
  const { host, texts, session, snapshot, one, stream, onSubmit } = props
  const { thread_id } = snapshot
  const { transport } = session
  const { name } = one
  const called = filled(texts, 'unknownPart', { kind: name })
  const load = useCallback(
    () =>
      call(transport, readVisitorComponents, {
        params: { thread_id: thread_id ?? '' },
        query: { name },
      }),
    [transport, thread_id, name],
  )
  return (
    <div part="component" className="mt-2.5">
      <DrawnComponent
        said={one}
        load={load}
        place={{
          src: host.apiUrl.replace(/api$/, 'component'),
          title: called,
          themed: host.root.host as HTMLElement,
        }}
        stream={stream}
        onSubmit={(input, command) =>
          void onSubmit(command ? { command: command as Command } : { input })
        }
        onStop={() => void session.interrupt()}
        // Why is for whoever runs the agent to know.
        instead={(_reason, onAgain) => (
          <p className="text-ink-3 text-sm">
            {called}{' '}
            <button type="button" className="cursor-pointer underline" onClick={onAgain}>
              {texts.retry}
            </button>
          </p>
        )}
      />
    </div>
  )
}
