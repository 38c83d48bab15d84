import { useState } from 'react'
import { Note } from '../../../ui/page/note.tsx'
import { refusedAddress } from './enter-by-address.ts'

/** The way in where the server belongs to whoever started it: they have its terminal, or an account on its machine. */
export function SignInByAddress() {
  const [refusal] = useState(refusedAddress)
  return (
    <>
      {refusal && <Note tone="bad">{refusal}</Note>}
      <p>
        This console belongs to whoever started it. Open the address that the terminal shows, which
        signs you in.
      </p>
      <p className="text-ink-2">
        For another one run this in the folder of Quarterdeck, on the machine where it runs, and
        with the same <code className="mono">--data</code> where one was given:
      </p>
      <pre className="mono overflow-x-auto rounded-control border bg-bg px-3 py-2 select-all">
        node src/cli/quarterdeck.mjs open
      </pre>
    </>
  )
}
