/** A number as it was typed; none is sent as what a server refuses at its field. */
export const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** The same of one that may be left out. */
export const optionalNumber = (text: string) => (text.trim() === '' ? null : Number(text))
