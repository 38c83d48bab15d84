import { useState } from 'react'
import type { Turn } from '../../chat/conversation/turns.ts'
import type { RunSession, SessionSnapshot } from '../../chat/session/session-types.ts'
import type { PanelHost } from '../panel-host.ts'
import { save } from './files/kept-media.tsx'
import { readAllEarlierTurns } from './messages/earlier-turns.ts'
import { transcript } from './messages/transcript.ts'
import { Problem } from './problem.tsx'
import type { Texts } from './texts/en.ts'
import { reasonOf } from './texts/texts.ts'
import { timeIn } from './time-in.ts'

/** Saves a conversation as a text file, with what the agent put away of it: all of it, or nothing, and `notice` says why. */
export function useDownload(
  host: PanelHost,
  texts: Texts,
  conversation: { session: RunSession; snapshot: SessionSnapshot; turns: readonly Turn[] },
) {
  const [problem, setProblem] = useState<string | null>(null)
  const download = async () => {
    const { session, snapshot, turns } = conversation
    setProblem(null)
    try {
      const earlier = await readAllEarlierTurns(session, snapshot)
      saveTranscript(host, texts, [...earlier, ...turns])
    } catch (error) {
      setProblem(reasonOf(error as Error, texts))
    }
  }
  const start = () => void download()
  const notice = problem !== null && (
    <div className="px-4 pt-3">
      <Problem words={problem} texts={texts} onAgain={start} />
    </div>
  )
  return { start, notice, forget: () => setProblem(null) }
}

/** Hands the conversation to the browser as a text file. */
function saveTranscript(host: PanelHost, texts: Texts, turns: readonly Turn[]): void {
  const { title } = host.config
  const now = new Date()
  const savedAt = timeIn(host.language, now)
  const { origin } = window.location
  const text = transcript({ title, page: origin, savedAt, turns, texts })
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  save(address, `${title} ${now.toISOString().slice(0, 10)}.txt`)
  URL.revokeObjectURL(address)
}
