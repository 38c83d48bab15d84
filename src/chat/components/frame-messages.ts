/** What the page and the frame that draws a component tell each other. */

/** How the thread is, for components that ask by the published `useStreamContext`. */
export interface StreamFacts {
  readonly values: unknown
  readonly messages: readonly unknown[]
  readonly isLoading: boolean
  readonly error: string | null
  readonly interrupts: readonly unknown[]
}

export type ToFrame =
  | {
      readonly kind: 'draw'
      readonly scripts: readonly string[]
      readonly styles: readonly string[]
      /** The name of the scripts' own object. */
      readonly global: string
      readonly name: string
    }
  | {
      readonly kind: 'props'
      readonly props: Readonly<Record<string, unknown>>
      readonly meta: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'theme'; readonly theme: string }
  | { readonly kind: 'stream'; readonly stream: StreamFacts }

export type FromFrame =
  /** It can be told what to draw. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The component wants to know how the thread is. */
  | { readonly kind: 'follows' }
  | { readonly kind: 'submit'; readonly input: unknown; readonly command: unknown }
  | { readonly kind: 'stop' }
