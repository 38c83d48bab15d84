import { isOriginAllowed } from './allowed-origins.ts'

export const embedImages = ['link', 'origins', 'all'] as const
export type EmbedImages = (typeof embedImages)[number]

/** True for the address of a picture that an embed shows, not only links to. */
export function isImageShown(
  address: string,
  { answer_images, image_origins }: { answer_images: EmbedImages; image_origins: string[] },
): boolean {
  if (answer_images === 'link' || !URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  if (!/^https?:$/.test(protocol) || username || password) return false
  return answer_images === 'all' || isOriginAllowed(origin, image_origins)
}
