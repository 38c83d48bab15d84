import { lazyPart } from '../../ui/lazy-part.tsx'

/** The windows of this area, and what few deployments show. Their code comes with the first one that is opened. */
export const InterruptDialog = lazyPart(() =>
  import('./revision/interrupt-dialog.tsx').then((code) => code.InterruptDialog),
)
export const RedeployDialog = lazyPart(() =>
  import('./revision/redeploy-dialog.tsx').then((code) => code.RedeployDialog),
)
export const NewRevisionDialog = lazyPart(() =>
  import('./revision/new-revision-dialog.tsx').then((code) => code.NewRevisionDialog),
)
export const UploadSourceDialog = lazyPart(() =>
  import('./upload/upload-source-dialog.tsx').then((code) => code.UploadSourceDialog),
)
export const WaitingForSource = lazyPart(() =>
  import('./upload/waiting-for-source.tsx').then((code) => code.WaitingForSource),
)
export const DeleteDeploymentDialog = lazyPart(() =>
  import('./delete-deployment-dialog.tsx').then((code) => code.DeleteDeploymentDialog),
)
