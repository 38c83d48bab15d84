import { ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type ApiToken, deleteApiToken, listApiTokens } from '../../contract/gateway/api-tokens.ts'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { tokenUserName } from './token-user-name.ts'

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What an administrator can do with an API token. */
export function TokenMenu({ token }: { token: ApiToken }) {
  const { gateway } = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useCall(gateway, deleteApiToken, {
    invalidates: () => [queryKey(gateway, listApiTokens)],
  })
  const { items, dialog } = useObjectMenu({
    noun: 'API token',
    id: token.id,
    ...useGatewayRead()(listApiTokens.path),
    to: paths.apiTokens(),
    value: token,
  })
  const { name } = token
  return (
    <span className="flex justify-end">
      <MoreMenu label={`More about ${name}`} isInRow>
        <MenuItem
          icon={<ScrollText {...iconProps} />}
          render={<Link to={paths.auditOf(tokenUserName(name))} />}
        >
          What it did
        </MenuItem>
        <MenuSeparator />
        {items}
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 {...iconProps} />}
          disabledReason={useRefusal('admin')}
          onSelect={() => setIsAsking(true)}
        >
          Revoke
        </MenuItem>
      </MoreMenu>
      {dialog}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Revoke ${name}?`}
        consequence="Programs that use this token are refused from now on. It cannot be brought back; what it did stays in the audit log."
        confirmLabel="Revoke token"
        onConfirm={async () => {
          await revoke.mutateAsync({ params: { token_id: token.id } })
          toast.ok(`Revoked ${name}`)
        }}
      />
    </span>
  )
}
