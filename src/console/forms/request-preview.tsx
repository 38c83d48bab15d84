import { useState } from 'react'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { CodeBlock } from '../../ui/page/code-block.tsx'
import type { ShownRequest } from '../objects/curl-text.ts'
import { type RequestFormat, requestFormats, requestText } from './request-text.ts'

type RequestPreviewProps = Pick<ShownRequest, 'url' | 'credential'> & {
  method: 'POST' | 'PUT' | 'PATCH'
  /** With the values of secrets hidden. */
  body: unknown
}

const title = 'Same request from CI'

/** The request that the form will send, to be used from elsewhere. */
export function RequestPreview(props: RequestPreviewProps) {
  return <RequestCode {...props} title={title} />
}

type FoldedRequestProps = RequestPreviewProps & {
  /** Why there is no request yet, where an empty field in it would say something else. */
  missing?: string | undefined
}

/** The same in a window, which it would make unwieldy: shown on demand. */
export function FoldedRequest({ missing, ...request }: FoldedRequestProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="min-w-0" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-max cursor-pointer rounded-sm py-1 pr-1 text-ink-2 text-sm">
        {title}
      </summary>
      {isOpen && (
        <div className="mt-2">
          {missing ? <p className="text-ink-2">{missing}.</p> : <RequestCode {...request} />}
        </div>
      )}
    </details>
  )
}

function RequestCode(props: RequestPreviewProps & { title?: string }) {
  const { title, ...request } = props
  const [format, setFormat] = useState<RequestFormat>('curl')
  return (
    <CodeBlock
      {...(title && { title })}
      label="request"
      code={requestText(format, request)}
      actions={
        <SelectMenu
          label="Format"
          value={format}
          options={requestFormats}
          onValueChange={setFormat}
        />
      }
    />
  )
}
