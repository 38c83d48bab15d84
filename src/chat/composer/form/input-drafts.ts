import { draftKeys, readDraft } from '../../draft-store.ts'

const form = 'form.'

/** Under what each way to write an input keeps what is typed, and which of them was taken last. */
export const inputDrafts = (draftKey: string, assistant_id: string) => ({
  json: `input.${draftKey}`,
  form: `${form}${assistant_id}.${draftKey}`,
  way: `way.${draftKey}`,
})

/** An input that was typed and not sent. */
interface TypedInput {
  /** Whose form it stands in; null of JSON, which is any graph's. */
  readonly assistant_id: string | null
  /** JSON as it is, of a form each field with what stands in it. */
  readonly text: string
}

/** Every input that was typed in a thread and not sent. */
export function typedInputs(draftKey: string): TypedInput[] {
  return draftKeys(draftKey).flatMap((key): TypedInput[] => {
    const kept = readDraft(key)
    if (key === inputDrafts(draftKey, '').json) return [{ assistant_id: null, text: kept }]
    const text = key.startsWith(form) ? fieldLines(kept) : ''
    return text === '' ? [] : [{ assistant_id: key.slice(form.length, -draftKey.length - 1), text }]
  })
}

function fieldLines(json: string): string {
  try {
    const fields = Object.entries(JSON.parse(json) as Record<string, string>)
    return fields.map(([name, text]) => `${name}: ${text}`).join('\n')
  } catch {
    return ''
  }
}
