/** A step into a value, in words: people count from one. */
export const stepWords = (step: string | number): string =>
  typeof step === 'number' ? `entry ${step + 1}` : step
