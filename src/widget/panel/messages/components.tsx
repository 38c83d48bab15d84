import { useEffect, useState } from 'react'
import type { VisitorComponentsProps } from './visitor-components.tsx'

type Code = typeof import('./visitor-components.tsx')

/** What the agent says by components of its project: most say nothing by them, so their code comes with the first. */
export function Components(props: VisitorComponentsProps) {
  const [code, setCode] = useState<Code | null>(null)
  useEffect(() => {
    import('./visitor-components.tsx').then(setCode, () => setCode(null))
  }, [])
  return code && <code.VisitorComponents {...props} />
}
