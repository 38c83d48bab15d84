import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { previewsFilter } from '../lists/previews-filter.ts'
import { UrlChoice } from '../lists/url-choice.tsx'
import { DeploymentPicker } from '../objects/deployment-picker.tsx'
import { spans, type useFeedbackFilters } from './feedback-filters.ts'

type FilterBarProps = {
  state: ReturnType<typeof useFeedbackFilters>
  keys: readonly string[]
  /** Ids of the revisions that have votes; none where votes of several deployments are shown. */
  revisions: readonly string[]
  servingId: string | null
  /** On the page of all deployments one can be chosen. */
  isOfAll: boolean
}

const any = ''
const signs = [
  { value: any, label: 'Any score' },
  { value: 'positive', label: 'Above 0' },
  { value: 'negative', label: 'Below 0' },
  { value: 'neutral', label: 'Exactly 0' },
]

/** What is shown, kept in the address. */
export function FilterBar({ state, keys, revisions, servingId, isOfAll }: FilterBarProps) {
  const { filters, url, setSpan, hasPreviews } = state
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Which votes</legend>
      {isOfAll && (
        <DeploymentPicker
          value={filters.deployment ?? null}
          allLabel="All deployments"
          onChange={(deployment) => url.setAll({ deployment, revision: null })}
        />
      )}
      <UrlChoice
        url={url}
        name="key"
        label="Key"
        options={[
          { value: any, label: 'All keys' },
          ...withChosen(keys, filters.key).map((key) => ({ value: key, label: key })),
        ]}
      />
      {filters.deployment && (
        <UrlChoice
          url={url}
          name="revision"
          label="Revision"
          options={[
            { value: any, label: 'All revisions' },
            ...withChosen(revisions, filters.revision).map((id) => ({
              value: id,
              label: id === servingId ? `${shortId(id)}, serving` : shortId(id),
            })),
          ]}
        />
      )}
      <SelectMenu
        label="Time"
        variant="default"
        value={filters.span}
        options={spans}
        onValueChange={setSpan}
      />
      <UrlChoice url={url} name="sign" label="Score" options={signs} />
      {hasPreviews && <UrlChoice url={url} {...previewsFilter} />}
      <Checkbox
        label="With a comment"
        checked={filters.hasComment}
        onChange={(event) => url.set('comment', event.target.checked ? 'yes' : null)}
      />
    </fieldset>
  )
}

function withChosen(values: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || values.includes(chosen) ? values : [...values, chosen]
}
