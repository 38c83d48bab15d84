import { type Attachment, readAttachments } from '../../../chat/composer/attachments.ts'
import type { Transport } from '../../../client/api.ts'
import { prepareRequest } from '../../../client/request.ts'
import type { KeptFile } from '../../../contract/embeds/visible-part.ts'
import { readVisitorFile } from '../../../contract/embeds/visitors.ts'

/** The message of a run that waits, in which a file is. */
export type WaitingPlace = { thread_id: string; run_id: string; message_id: string }

/** A file of a message that waits its turn, as it was before it was sent. Rejects where its bytes cannot be read. */
export async function waitingFile(
  transport: Transport,
  { thread_id, run_id, message_id }: WaitingPlace,
  { part, mime_type }: KeptFile,
  name: string,
): Promise<Attachment> {
  const params = { thread_id, message_id, part }
  const request = prepareRequest(transport, readVisitorFile, { params, query: { run_id } })
  const answer = await (transport.fetch ?? fetch)(request.url, request.init)
  if (!answer.ok) throw await request.refusal(answer)
  const file = new File([await answer.arrayBuffer()], name, { type: mime_type ?? '' })
  const [read] = await readAttachments([file], [], part)
  return read as Attachment
}
