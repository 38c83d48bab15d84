import { deflated, inflated } from './db/deflated.ts'

/** What readers that wait for a run are given, JSON text, as it is stored: a large one deflated. */
export interface StoredOutput {
  /** Null where there is none, and where it is deflated. */
  output: string | null
  packed_output: Buffer | null
  /** How many bytes a deflated one has as text. */
  output_bytes: number | null
}

/** What of a row of `runs` is read for `outputIn`. */
export const outputColumns = 'output, packed_output, output_bytes'

export function plainOutput(output: string): StoredOutput {
  return { output, packed_output: null, output_bytes: null }
}

/** To be awaited before the transaction that stores it, see `deflated`. */
export async function storedOutput(output: string): Promise<StoredOutput> {
  const bytes = Buffer.from(output)
  const small = await deflated(bytes)
  if (!small) return plainOutput(output)
  return { output: null, packed_output: small, output_bytes: bytes.byteLength }
}

export async function outputIn({
  output,
  packed_output,
  output_bytes,
}: StoredOutput): Promise<string | null> {
  if (!packed_output) return output
  return (await inflated(packed_output, output_bytes ?? 0)).toString()
}
