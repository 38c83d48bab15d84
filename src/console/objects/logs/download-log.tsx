import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useApi } from '../../api.tsx'
import { readLogFile } from './log-file.ts'
import type { LogPlace, LogType } from './log-tail.ts'

type DownloadLogProps = {
  place: LogPlace
  /** Both when absent. */
  types?: readonly LogType[] | undefined
  /** Of the file, without its ending. */
  name: string
}

/** The whole log, also what the page has let go. */
export function DownloadLog({ place, types, name }: DownloadLogProps) {
  const api = useApi()
  const [isPending, setIsPending] = useState(false)
  const download = async () => {
    setIsPending(true)
    try {
      saveFile(await readLogFile(api, place, types), `${name}.log`)
    } catch (error) {
      toast.bad('The log could not be read', {
        description: error instanceof Error ? error.message : String(error),
      })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <IconButton label="Download the log" size="sm" isPending={isPending} onClick={download}>
      <Download aria-hidden size={14} strokeWidth={1.8} />
    </IconButton>
  )
}
