import { useEffect, useState } from 'react'
import type { NamedPicture } from '../../../chat/markdown/pictures.ts'
import { isImageShown } from '../../../contract/embeds/answer-images.ts'
import { Chip } from './chip.tsx'
import { useFileTools } from './file-tools.ts'

/**
 * A picture that an answer names by its address: shown where the embed says so, else a link, since fetching it tells
 * its server who reads what. Where the chat's own server fetches it, nobody else is asked.
 */
export function RemotePicture({ href, text }: NamedPicture) {
  const { files, thread_id, config, texts } = useFileTools()
  const isShown = isImageShown(href, config)
  const [address, setAddress] = useState(config.proxies_images ? null : href)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (!isShown || !config.proxies_images || !thread_id) return
    files.fetched(thread_id, href).then(setAddress, () => setIsBroken(true))
  }, [isShown, config, thread_id, href, files])
  if (isShown && !isBroken) {
    if (!address) return null
    return (
      <img
        src={address}
        alt={text || texts.image}
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
        className="my-1.5 max-h-72 max-w-full rounded-md"
      />
    )
  }
  return <Chip label={text || href} kind="image" href={href} />
}
