import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type Embed,
  getEmbed,
  listEmbeds,
  rotateEmbedKey,
  rotateIdentitySecret,
} from '../../contract/embeds/embeds.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Note } from '../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useUnsaved } from '../forms/unsaved.ts'
import { useDeletion } from '../objects/deletions.ts'
import { paths } from '../paths.ts'

const withoutSecret = {
  title: 'Leave without copying the identity secret?',
  consequence: 'It is not shown again, and without it you have to make another one.',
  confirmLabel: 'Leave without it',
  cancelLabel: 'Back to the secret',
}

type Question = 'key' | 'secret' | 'delete'

/** What cannot be undone: another key, another identity secret, the end. */
export function EmbedActions({ embed, onDeleted }: { embed: Embed; onDeleted: () => void }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const isDeleted = useRef(false)
  useUnsaved(() => secret !== copied && !isDeleted.current, withoutSecret)
  const { gateway } = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const input = { params: { embed_id: embed.id } }
  const changes = {
    invalidates: () => [queryKey(gateway, listEmbeds), queryKey(gateway, getEmbed, input)],
  }
  const rotateKey = useCall(gateway, rotateEmbedKey, changes)
  const rotateSecret = useCall(gateway, rotateIdentitySecret, changes)
  const remove = useDeletion('embed', () => [queryKey(gateway, listEmbeds)])
  const close = () => setQuestion(null)
  return (
    <section aria-labelledby="embed-actions" className="flex flex-col gap-3 border-t pt-4">
      <h2 id="embed-actions" className="font-semibold">
        Key, identity and deletion
      </h2>
      {secret && (
        <Note tone="warn" title="Keep the identity secret now: it is not shown again">
          <div className="mt-1.5 rounded-control border bg-sunken px-3 py-2.5">
            <CopyableText
              text={secret}
              label="Copy identity secret"
              onCopied={() => setCopied(secret)}
            />
          </div>
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button acts onClick={() => setQuestion('key')}>
          New key
        </Button>
        <Button acts onClick={() => setQuestion('secret')}>
          {embed.has_identity_secret ? 'New identity secret' : 'Make an identity secret'}
        </Button>
        <Button acts variant="danger" onClick={() => setQuestion('delete')}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        isOpen={question === 'key'}
        onClose={close}
        title="Give it another key?"
        consequence="Every page that holds the present key is refused until it gets the new one."
        confirmLabel="New key"
        onConfirm={async () => {
          await rotateKey.mutateAsync(input)
          toast.ok(`${embed.name} has a new key`, {
            description: 'Put it on your pages: what is above holds it.',
          })
        }}
      />
      <ConfirmDialog
        isOpen={question === 'secret'}
        onClose={close}
        title="Make an identity secret?"
        consequence="Signatures that were made with another secret no longer hold."
        confirmLabel="Make secret"
        onConfirm={async () => setSecret((await rotateSecret.mutateAsync(input)).identity_secret)}
      />
      <ConfirmDialog
        isOpen={question === 'delete'}
        onClose={close}
        title={`Delete ${embed.name}?`}
        consequence="It disappears from every page. The threads of its visitors stay with the deployment. For 30 seconds it can be brought back; until then pages show it."
        typedName={embed.name}
        confirmLabel="Delete embed"
        onConfirm={async () => {
          await remove({ id: embed.id, name: embed.name })
          isDeleted.current = true
          onDeleted()
          await navigate(paths.embeds())
          queryClient.removeQueries({ queryKey: queryKey(gateway, getEmbed, input) })
        }}
      />
    </section>
  )
}
