/** How the lines of a chart are told apart: by colour and by dashes, so that colour alone never tells. */
export const lineLooks: readonly { color: string; dash: number[] }[] = [
  { color: '--accent', dash: [] },
  { color: '--ok', dash: [7, 3] },
  { color: '--warn', dash: [2, 3] },
  { color: '--run', dash: [10, 3, 2, 3] },
  { color: '--ink-2', dash: [4, 4] },
  { color: '--bad', dash: [12, 4] },
]
