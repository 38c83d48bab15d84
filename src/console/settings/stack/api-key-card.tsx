import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getApiKey } from '../../../contract/gateway/api-key.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { query, useApi } from '../../api.tsx'
import { DocLink } from '../../objects/docs/doc-link.tsx'

const NewApiKeyDialog = lazyPart(() =>
  import('./new-api-key-dialog.tsx').then((code) => code.NewApiKeyDialog),
)

/** The key that programs send to the local stack: since when it is, and the way to another one. Never the key. */
export function ApiKeyCard() {
  const { data: key } = useSuspenseQuery(query(useApi().gateway, getApiKey))
  const [isMaking, setIsMaking] = useState(false)
  return (
    <Card>
      <CardHeader
        title="API key"
        actions={
          <DocLink page="configuration" section="the-api-key">
            What it opens
          </DocLink>
        }
      />
      <CardBody>
        <Facts>
          {key.can_rotate && (
            <Fact term="Made">
              {key.made_at ? <RelativeTime value={key.made_at} /> : 'at the first start'}
            </Fact>
          )}
          <Fact term="Kept">
            {key.can_rotate ? (
              <>
                in the file <span className="mono">api-key</span> of the data directory; no page
                shows it
              </>
            ) : (
              key.reason
            )}
          </Fact>
        </Facts>
        <div className="mt-3">
          <Button
            disabledReason={key.can_rotate ? undefined : (key.reason ?? 'It cannot be replaced')}
            onClick={() => setIsMaking(true)}
          >
            New API key…
          </Button>
        </div>
      </CardBody>
      {isMaking && <NewApiKeyDialog onClose={() => setIsMaking(false)} />}
    </Card>
  )
}
