/** Statuses in which a revision has not begun: a newer one takes its place. */
export const waiting = ['CREATING', 'QUEUED']
/** Statuses of a rollout that is at work. */
export const moving = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING']
/** Every status that is not an end. */
export const unsettled = [...waiting, ...moving]
