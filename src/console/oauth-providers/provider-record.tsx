import type { ReactNode } from 'react'
import type { OAuthProviderResponse } from '../../contract/control-plane/oauth-providers.ts'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'

type ProviderRecordProps = {
  provider: OAuthProviderResponse
  /** What the provider is to be given; null where it is not known. */
  callback: string | null
}

/** Every field of a provider record (§2.1). Null, absent and a default that stands for absent are told apart. */
export function ProviderRecord({ provider, callback }: ProviderRecordProps) {
  return (
    <Facts>
      {callback && (
        <Fact term="Callback address">
          <CopyableText text={callback} label="Copy callback address" />
        </Fact>
      )}
      <Fact term="Provider identifier">
        <CopyableText text={provider.provider_id} label="Copy provider identifier" />
      </Fact>
      <Fact term="Name">{provider.name}</Fact>
      <Fact term="ID">
        <CopyableText text={provider.id} label="Copy id" />
      </Fact>
      <Fact term="Organization">
        <CopyableText text={provider.organization_id} label="Copy organization id" />
      </Fact>
      <Fact term="Client ID">
        <CopyableText text={provider.client_id} label="Copy client id" />
      </Fact>
      <Fact term="Authorization URL">
        <CopyableText text={provider.auth_url} label="Copy authorization URL" />
      </Fact>
      <Fact term="Token URL">
        <CopyableText text={provider.token_url} label="Copy token URL" />
      </Fact>
      <Fact term="Uses PKCE">
        <Value value={provider.uses_pkce} />
      </Fact>
      <Fact term="Challenge method">
        <Value value={provider.code_challenge_method} />
      </Fact>
      <Fact term="Provider type">
        <Value value={provider.provider_type} />
      </Fact>
      <Fact term="MCP server URL">
        <Value value={provider.mcp_server_url} />
      </Fact>
      <Fact term="Token endpoint auth">
        <Value value={provider.token_endpoint_auth_method} byDefault="client_secret_post" />
      </Fact>
      <Fact term="Authorization params">
        <Params params={provider.authorization_params} />
      </Fact>
      <Fact term="Dynamic client">
        <Value value={provider.is_dynamic_client} byDefault="no" />
      </Fact>
      <Fact term="Created">
        <RelativeTime value={provider.created_at} />
      </Fact>
      <Fact term="Updated">
        <RelativeTime value={provider.updated_at} />
      </Fact>
    </Facts>
  )
}

/** A value, or what its absence means. */
function Value({ value, byDefault }: { value: unknown; byDefault?: string }): ReactNode {
  if (value === null) return <span className="text-ink-3">none</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === '') return <span className="text-ink-3">empty</span>
  if (value !== undefined) return <span className="mono break-all">{String(value)}</span>
  if (byDefault === undefined) return <span className="text-ink-3">not sent</span>
  return (
    <>
      <span className="mono">{byDefault}</span>{' '}
      <span className="text-ink-3">by default, not sent</span>
    </>
  )
}

function Params({ params }: { params: OAuthProviderResponse['authorization_params'] }) {
  if (!params) return <Value value={params} />
  const entries = Object.entries(params)
  if (entries.length === 0) return <span className="text-ink-3">empty</span>
  return (
    <ul className="mono">
      {entries.map(([name, value]) => (
        <li key={name} className="break-all">
          {name}={value}
        </li>
      ))}
    </ul>
  )
}
