import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'

/** In the top bar: nobody has to sign in at this server, which its operator wanted so. The page of users says more. */
export function OpenMark() {
  return (
    <Link
      to={paths.users()}
      className="flex-none rounded-full border px-2 py-0.5 text-ink-2 text-xs no-underline hover:text-ink"
    >
      No sign-in
    </Link>
  )
}
