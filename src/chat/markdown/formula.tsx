import { useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'

type FormulaProps = { tex: string; isBlock: boolean }

/** A formula. Its renderer comes with the first one; until then, and where it fails, the TeX stands there. */
export function Formula({ tex, isBlock }: FormulaProps) {
  const element = useRef<HTMLSpanElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    let isWanted = true
    import('./draw-formula.ts').then(
      ({ drawFormula }) => {
        if (isWanted && element.current) setIsDrawn(drawFormula(element.current, tex, isBlock))
      },
      // Without the renderer the TeX can still be read.
      () => isWanted && setIsDrawn(false),
    )
    return () => {
      isWanted = false
    }
  }, [tex, isBlock])
  return (
    <span dir="ltr" className={cx(isBlock && 'my-2.5 block overflow-x-auto text-center')}>
      <span ref={element} hidden={!isDrawn} />
      {!isDrawn && <code className="font-mono text-[12.5px]">{tex}</code>}
    </span>
  )
}
