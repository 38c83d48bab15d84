import type { MediaPart } from '../../conversation/parts/media-part.ts'

/** What is called by its kind, having no name of its own. */
export const mediaNames: Readonly<Record<MediaPart['kind'], string>> = {
  image: 'Image',
  audio: 'Recording',
  video: 'Video',
  file: 'File',
}
