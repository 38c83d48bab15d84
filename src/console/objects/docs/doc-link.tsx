import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'

type DocLinkProps = {
  /** The name of its file in the docs folder, without `.md`. */
  page: string
  /** The heading, as an address has it. */
  section?: string
  children: ReactNode
}

/** Leads to a chapter of the docs that ship with the console. */
export function DocLink({ page, section, children }: DocLinkProps) {
  return (
    <Link
      to={paths.doc(page, section)}
      className="rounded-sm text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
    >
      {children}
    </Link>
  )
}
