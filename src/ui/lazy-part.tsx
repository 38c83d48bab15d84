import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { toast } from './overlay/toast.ts'

/**
 * A part whose code is loaded when it is first drawn, such as a dialog. Until then `fallback` is shown, or
 * nothing; when the code does not arrive, a toast says so and the part stays away.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  const Later = lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      toast.bad('A part of the page did not arrive', {
        description: 'The server is away, or has been updated. Reload the page and try again.',
      })
      return { default: Nothing }
    }
  })
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, beside its imports
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Later {...props} />
      </Suspense>
    )
  }
}

function Nothing() {
  return null
}
