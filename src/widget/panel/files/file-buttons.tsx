import { useRef } from 'react'
import { IconButton } from '../icons.tsx'
import type { Texts } from '../texts/en.ts'
import type { Files } from './use-files.ts'

type FileButtonsProps = { files: Files; types: readonly string[]; texts: Texts }

/** Opens the browser's choice of files, and on phones the camera as well. */
export function FileButtons({ files, types, texts }: FileButtonsProps) {
  if (!files.isOn) return null
  const takesPictures = types.some((type) => type.startsWith('image/'))
  const hasCamera = takesPictures && matchMedia('(pointer: coarse)').matches
  return (
    <>
      <Choice icon="attach" label={texts.attach} accept={types.join()} files={files} />
      {hasCamera && (
        <Choice icon="camera" label={texts.camera} accept="image/*" capture files={files} />
      )}
    </>
  )
}

type ChoiceProps = {
  icon: 'attach' | 'camera'
  label: string
  accept: string
  capture?: boolean
  files: Files
}

function Choice({ icon, label, accept, capture = false, files }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!capture}
        accept={accept}
        aria-label={label}
        {...(capture ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          void files.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <IconButton icon={icon} label={label} onClick={() => input.current?.click()} />
    </>
  )
}

/** What goes along, each with its removal, and the picture of a text that was pasted, which may. */
export function ChosenFiles({ files, texts }: { files: Files; texts: Texts }) {
  return (
    <>
      <FileList files={files} texts={texts} />
      {files.pictures.length > 0 && (
        <button
          type="button"
          className="cursor-pointer px-1 pb-1.5 text-accent text-sm underline"
          onClick={files.addPictures}
        >
          {texts.attachPicture}
        </button>
      )}
    </>
  )
}

function FileList({ files, texts }: { files: Files; texts: Texts }) {
  if (files.list.length === 0) return null
  return (
    <ul aria-label={texts.attached} className="flex flex-wrap gap-1.5 pb-1.5">
      {files.list.map(({ key, name, part }) => {
        const { url } = (part.image_url ?? {}) as { url?: string }
        return (
          <li
            key={key}
            className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken ps-2 text-sm"
          >
            {url && <img src={url} alt="" className="size-6 flex-none rounded-sm object-cover" />}
            <span className="min-w-0 truncate">{name}</span>
            <IconButton
              icon="close"
              label={`${texts.remove} ${name}`}
              onClick={() => files.remove(key)}
              className="size-7"
            />
          </li>
        )
      })}
    </ul>
  )
}
