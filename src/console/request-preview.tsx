import { useState } from 'react'
import { CodeBlock } from '../ui/code-block.tsx'
import { SelectMenu } from '../ui/select-menu.tsx'
import { useApi } from './api.tsx'
import { type RequestFormat, requestFormats, requestText } from './request-text.ts'

type RequestPreviewProps = {
  method: 'POST' | 'PATCH'
  /** Below the control plane's address. */
  path: string
  /** With the values of secrets hidden. */
  body: unknown
}

/** The request that the form will send, to be used from elsewhere. */
export function RequestPreview({ method, path, body }: RequestPreviewProps) {
  const api = useApi()
  const [format, setFormat] = useState<RequestFormat>('curl')
  const text = requestText(format, { method, url: `${api.connection.base_url}${path}`, body })
  return (
    <CodeBlock
      title="Same request from CI"
      label="request"
      code={text}
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
