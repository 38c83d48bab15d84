import { Link, useNavigate } from 'react-router-dom'
import type { OAuthProviderResponse } from '../../contract/control-plane/oauth-providers.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { openRow, walkRows } from '../lists/list-rows.ts'
import { paths } from '../paths.ts'

/** Providers as rows; a whole row leads to its record. */
export function ProviderTable({ providers }: { providers: readonly OAuthProviderResponse[] }) {
  const navigate = useNavigate()
  return (
    <Table label="OAuth providers">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th>Provider identifier</Th>
          <Th className="max-[899px]:hidden">Client ID</Th>
          <Th className="max-[699px]:hidden">PKCE</Th>
          <Th className="max-[599px]:hidden">Updated</Th>
        </Tr>
      </thead>
      <tbody onKeyDown={walkRows('tr')}>
        {providers.map((provider) => {
          const to = paths.oauthProvider(provider.provider_id)
          return (
            <Tr key={provider.id} onClick={openRow(() => navigate(to))} className="cursor-pointer">
              <Td className="max-w-72 max-[599px]:max-w-[44vw]">
                <Link
                  to={to}
                  title={provider.name}
                  className="block truncate rounded-sm font-semibold text-ink no-underline"
                >
                  {provider.name}
                </Link>
              </Td>
              <Td
                className="mono max-w-48 truncate max-[599px]:max-w-[44vw]"
                title={provider.provider_id}
              >
                {provider.provider_id}
              </Td>
              <Td className="mono max-w-60 truncate max-[899px]:hidden" title={provider.client_id}>
                {provider.client_id}
              </Td>
              <Td className="max-[699px]:hidden">
                {provider.uses_pkce ? (provider.code_challenge_method ?? 'yes') : 'no'}
              </Td>
              <Td className="text-ink-2 max-[599px]:hidden">
                <RelativeTime value={provider.updated_at} />
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
