import { Link } from 'react-router-dom'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'

/** Stands where a deployment of our own server has more. */
export function NotTold() {
  const { connection } = useApi()
  return (
    <Note tone="info" title="This server tells no more about a deployment">
      How its process does, what its runs take, previews and how long things are kept are told by
      Quarterdeck’s own server.{' '}
      <Link to={paths.connection(connection.id)} className="rounded-sm underline">
        What a test of the connection found
      </Link>
    </Note>
  )
}
