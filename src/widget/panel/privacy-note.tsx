import { useState } from 'react'
import { Markdown } from '../../chat/markdown/markdown.tsx'
import type { PanelHost } from '../panel-host.ts'
import type { Conversations } from './conversations.ts'
import type { Texts } from './texts/en.ts'
import { reasonOf } from './texts/texts.ts'

type PrivacyNoteProps = {
  host: PanelHost
  texts: Texts
  conversations: Conversations
  /** Nothing can be written before the visitor agrees. */
  isAsking: boolean
}

/** What becomes of what a visitor writes; where the embed asks for it, to be agreed to. */
export function PrivacyNote({ host, texts, conversations, isAsking }: PrivacyNoteProps) {
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { privacy_note: note } = host.config
  if (note === '' && !isAsking) return null
  const agree = async () => {
    setIsSaving(true)
    setProblem(null)
    await conversations.agree().catch((error: Error) => setProblem(reasonOf(error, texts)))
    setIsSaving(false)
  }
  return (
    <div className="text-ink-2 text-sm">
      <Markdown text={note} />
      {isAsking && (
        <button
          type="button"
          disabled={isSaving}
          onClick={() => void agree()}
          className="mt-2 cursor-pointer rounded-md border border-accent bg-accent px-3 py-1.5 text-accent-ink text-md disabled:opacity-50"
        >
          {texts.agree}
        </button>
      )}
      {problem !== null && (
        <p role="alert" className="mt-1 text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
