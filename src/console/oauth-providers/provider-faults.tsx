import type { ReactNode } from 'react'
import type { ApiError } from '../../client/api-error.ts'
import type { ValidationError } from '../../contract/errors.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'

type ProviderFaultsProps = { providerId: string; error: ApiError; action: ReactNode }

/** Why a provider identifier was refused (422): each fault with its location, message and type (§2.2). */
export function ProviderFaults({ providerId, error, action }: ProviderFaultsProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="min-w-0 grow break-words font-title text-xl tracking-[-0.015em]">
          Not a provider identifier
        </h1>
        {action}
      </div>
      <p className="mb-4 text-ink-2" role="alert">
        The server refused <span className="mono break-all text-ink">{providerId}</span> with{' '}
        {error.status}
        {error.fieldErrors.length === 0 && `: ${error.message}`}.
      </p>
      {error.fieldErrors.length > 0 && (
        <Card>
          <CardHeader title="Validation errors" detail={error.fieldErrors.length} />
          <ul aria-label="Validation errors">
            {error.fieldErrors.map((fault) => (
              <Fault key={JSON.stringify(fault)} fault={fault} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Fault({ fault }: { fault: ValidationError }) {
  return (
    <li className="border-b px-4 py-3 last:border-b-0">
      <p className="font-strong">{fault.msg}</p>
      <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-ink-2">
        <div className="flex gap-1.5">
          <dt>at</dt>
          <dd className="mono break-all text-ink">{fault.loc.join(' › ') || 'no location'}</dd>
        </div>
        <div className="flex gap-1.5">
          <dt>type</dt>
          <dd className="mono break-all text-ink">{fault.type}</dd>
        </div>
      </dl>
    </li>
  )
}
