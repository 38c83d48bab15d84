import { getApiKey, rotateApiKey } from '../../../contract/gateway/api-key.ts'
import { Note } from '../../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { requestText } from '../../forms/request-text.ts'
import { MadeSecret } from '../made-secret.tsx'

/** Makes a new API key of the stack, then shows it. It is known to this window only, for as long as it is open. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { gateway } = useApi()
  const rotate = useCall(gateway, rotateApiKey, {
    invalidates: () => [queryKey(gateway, getApiKey)],
  })
  const key = rotate.data?.key
  const url = `${gateway.baseUrl}/api-host/v2/deployments`
  return (
    <FormDialog
      title={key ? 'The new API key' : 'New API key'}
      onClose={onClose}
      isDirty={false}
      isPending={rotate.isPending}
      error={rotate.error}
      submitLabel="Make key"
      onSubmit={() => rotate.mutate({})}
      result={
        key && (
          <MadeSecret
            noun="API key"
            secret={key}
            note="The one of before opens nothing any more. The file api-key of the data directory has the new one, too."
            loss="No page shows it again; it is in the file api-key of the data directory, for whoever has the machine."
            variable="API_KEY"
            request={requestText('curl', { method: 'GET', url })}
            onClose={onClose}
          />
        )
      }
    >
      <Note tone="warn" title="The present key is refused from then on">
        Scripts, builds and clients that send it get 401 until they have the new one. People in this
        console, API tokens, embedded chats and runs at work go on.
      </Note>
    </FormDialog>
  )
}
