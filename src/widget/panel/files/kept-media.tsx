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
  /** A page's policy may forbid pictures that are made in it: then it is there to be saved. */
  const [isForbidden, setIsForbidden] = useState(false)
  const name = file.name ?? texts[kind === 'audio' ? 'recording' : kind]

  const read = async () => {
    setIsBusy(true)
    setProblem(false)
    try {
      const found = await files.read(place)
      if (kind === 'file' || isForbidden) save(found, file.name ?? fileName(file))
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

  if (address && kind === 'image' && !isForbidden) {
    return (
      <img
        src={address}
        alt={name}
        onError={() => setIsForbidden(true)}
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

/** What a file without a name is saved as: `image.png`. */
function fileName({ kind, mime_type }: KeptFile): string {
  const [, ending] = /^\w+\/(\w+)$/.exec(mime_type ?? '') ?? []
  return ending ? `${kind}.${ending}` : kind
}

/** Hands bytes to the browser as a file. */
export function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
