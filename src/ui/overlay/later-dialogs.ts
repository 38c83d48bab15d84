import { lazyPart } from '../lazy-part.tsx'

export const loadConfirmDialog = () =>
  import('./confirm-dialog.tsx').then((code) => code.ConfirmDialog)

/** What asks before something is lost; its code comes when it is opened, unless it was loaded before. */
export const ConfirmDialog = lazyPart(loadConfirmDialog)
