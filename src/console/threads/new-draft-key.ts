/** Under what is kept what is written in a new thread of a deployment. */
export const newDraftKey = (deploymentId: string) => `new-${deploymentId}`
