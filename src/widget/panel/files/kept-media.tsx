import { useEffect, useState } from 'react'
import type { KeptFile } from '../../../contract/embeds/visible-part.ts'
import { filled } from '../texts/texts.ts'
import { Chip } from './chip.tsx'
import { useFileTools } from './file-tools.ts'

/** A file that the thread holds: a picture is shown, a recording played and a file saved when it is asked for. */
export function KeptMedia({ file, message_id }: { file: KeptFile; message_id: string }) {
  const { files, thread_id, texts } = useFileTools()
  const { kind, part, size } = file
  const place = { thread_id: thread_id ?? '', message_id, part }
  const [address, setAddress] = useState(() => files.known(place))
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState(false)
  const name = file.name ?? texts[kind === 'audio' ? 'recording' : kind]

  const read = async () => {
    setIsBusy(true)
    setProblem(false)
    try {
      const found = await files.read(place)
      if (kind === 'file') save(found, file.name ?? 'file')
      else setAddress(found)
    } catch {
      setProblem(true)
    }
    setIsBusy(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is read once
  useEffect(() => {
    if (kind === 'image' && !address) void read()
  }, [])

  if (address && kind === 'image' && !problem) {
    return (
      <img
        src={address}
        alt={name}
        // A page's policy may forbid pictures that are made in it.
        onError={() => setProblem(true)}
        className="my-1.5 max-h-72 max-w-full rounded-md"
      />
    )
  }
  if (address && kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: a recording in a message has none
    return <audio controls src={address} aria-label={name} className="my-1.5 max-w-full" />
  }
  if (address && kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a recording in a message has none
      <video
        controls
        src={address}
        aria-label={name}
        className="my-1.5 max-h-72 max-w-full rounded-md"
      />
    )
  }
  return (
    <>
      <Chip label={name} kind={kind} size={size} isBusy={isBusy} onPress={() => void read()} />
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {filled(texts, 'fileFailed', { name })}
        </p>
      )}
    </>
  )
}

/** Hands bytes to the browser as a file. */
export function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
