import { lazyPart } from '../../../ui/lazy-part.tsx'

/** See `content-parts.tsx`. Most messages are text. */
export const PartOfContent = lazyPart(() =>
  import('./content-parts.tsx').then((code) => code.PartOfContent),
)
