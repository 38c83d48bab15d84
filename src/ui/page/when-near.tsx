import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So far outside the view it is drawn already. */
const margin = '300px'

/**
 * Draws what is inside once its place comes near the view: what lies below costs a page's beginning nothing.
 * The place has the given size meanwhile. Where a browser cannot tell, it is drawn at once.
 */
export function WhenNear({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place} className={className}>
      {isNear && children}
    </div>
  )
}
