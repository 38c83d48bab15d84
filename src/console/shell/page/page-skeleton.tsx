import { Skeleton } from '../../../ui/page/skeleton.tsx'

/** Where a page will be: a heading and some lines, after 200 ms. */
export function PageSkeleton() {
  return (
    <div data-page-awaited className="mx-auto w-full max-w-[1176px] px-4 py-6 min-[900px]:px-7">
      <Skeleton label="Loading the page" lines={6} />
    </div>
  )
}
