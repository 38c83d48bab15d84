import { toast } from '../../ui/overlay/toast.ts'
import type { useAttachments } from './composer-files.tsx'
import { pastedFiles, type Transferred } from './pasted-files.ts'

/**
 * Takes along what was pasted or dropped as files, and offers the picture of a text. Done once the files are read.
 * @returns whether its text is pasted as well
 */
export function takePasted(
  { add }: Pick<ReturnType<typeof useAttachments>, 'add'>,
  transferred: Transferred,
): { isText: boolean; isDone: Promise<void> } {
  const { isText, files, pictures } = pastedFiles(transferred)
  if (pictures.length > 0) {
    toast.info('Pasted as text', {
      description: 'What was copied has a picture of it too.',
      action: { label: 'Attach the picture', onClick: () => void add(pictures) },
    })
  }
  return { isText, isDone: files.length > 0 ? add(files) : Promise.resolve() }
}
