/** The threads at the left, and the conversation. */
export const pageGrid =
  'grid h-full min-h-0 print:block grid-cols-[minmax(0,1fr)] lg:grid-cols-[236px_minmax(0,1fr)]'

/** The inspector stands beside the conversation. */
export const besideInspector = 'xl:grid-cols-[236px_minmax(360px,1fr)_var(--inspector)]'
