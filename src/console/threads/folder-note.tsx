import { useQuery } from '@tanstack/react-query'
import { deploymentRead } from '../../contract/pages/deployment-pages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useApi } from '../api.tsx'
import { readQuery } from '../reads.ts'
import type { FolderNewsProps } from './folder-news.tsx'

const FolderNews = lazyPart(async () => (await import('./folder-news.tsx')).FolderNews)

type FolderNoteProps = Omit<FolderNewsProps, 'deployment'> & { deploymentId: string }

/** News of a folder that is worked in. Nothing for other deployments, which fetch nothing for it. */
export function FolderNote({ deploymentId, ...rest }: FolderNoteProps) {
  const { data: deployment } = useQuery(readQuery(useApi(), deploymentRead(deploymentId)))
  if (deployment?.source !== 'folder') return null
  return (
    <div className="flex-none px-4 pb-2 empty:hidden sm:px-7">
      <FolderNews deployment={deployment} {...rest} />
    </div>
  )
}
