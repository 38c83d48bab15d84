import { lazyPart } from '../../ui/lazy-part.tsx'

/** The windows of this area. Their code comes with the first one that is opened. */
export const InterruptDialog = lazyPart(() =>
  import('./revision/interrupt-dialog.tsx').then((code) => code.InterruptDialog),
)
export const RedeployDialog = lazyPart(() =>
  import('./revision/redeploy-dialog.tsx').then((code) => code.RedeployDialog),
)
export const NewRevisionDialog = lazyPart(() =>
  import('./revision/new-revision-dialog.tsx').then((code) => code.NewRevisionDialog),
)
export const DeleteDeploymentDialog = lazyPart(() =>
  import('./delete-deployment-dialog.tsx').then((code) => code.DeleteDeploymentDialog),
)
