import { useEffect, useState } from 'react'
import { Skeleton } from '../../../ui/page/skeleton.tsx'

/** A server that has not answered for so long may never do so. */
const slowMs = 10_000

/** Where a page will be: a heading and some lines, after 200 ms. When it takes long it says so. */
export function PageSkeleton() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setIsSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div data-page-awaited className="mx-auto w-full max-w-[1176px] px-4 py-6 min-[900px]:px-7">
      <Skeleton label="Loading the page" lines={6} />
      {isSlow && (
        <p role="alert">
          The server has not answered for 10 seconds. This page goes on when it does.
        </p>
      )}
    </div>
  )
}
