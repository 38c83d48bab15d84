import { TextInput } from '../../../ui/controls/text-input.tsx'
import type { UrlFilters } from '../../lists/url-filters.ts'
import { addressMoment, localMoment } from './log-time.ts'

/** The two ends of a time that was chosen to be between moments; either may be open. */
export function LogTimeFields({ url }: { url: UrlFilters }) {
  if (url.get('time') !== 'between') return null
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="datetime-local"
      step={1}
      aria-label={name === 'from' ? 'Lines from' : 'Lines until'}
      className="w-auto"
      // Typed field by field: what is no moment yet must not be taken away.
      defaultValue={localMoment(url.get(name))}
      onChange={(event) => url.set(name, addressMoment(event.target.value))}
    />
  ))
}
