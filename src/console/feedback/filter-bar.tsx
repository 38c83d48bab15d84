import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { UrlChoice } from '../lists/url-choice.tsx'
import { spans, type useFeedbackFilters } from './feedback-filters.ts'

type FilterBarProps = {
  state: ReturnType<typeof useFeedbackFilters>
  keys: readonly string[]
  /** Ids of the revisions that have votes; none where votes of several deployments are shown. */
  revisions: readonly string[]
  servingId: string | null
  /** To choose from on the page of all deployments. */
  deployments: readonly { id: string; name: string }[] | null
}

const any = ''
const signs = [
  { value: any, label: 'Any score' },
  { value: 'positive', label: 'Above 0' },
  { value: 'negative', label: 'Below 0' },
  { value: 'neutral', label: 'Exactly 0' },
]

/** What is shown, kept in the address. */
export function FilterBar({ state, keys, revisions, servingId, deployments }: FilterBarProps) {
  const { filters, url, setSpan } = state
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Which votes</legend>
      {deployments && (
        <SelectMenu
          label="Deployment"
          variant="default"
          value={filters.deployment ?? any}
          options={[
            { value: any, label: 'All deployments' },
            ...deployments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(value) => url.setAll({ deployment: value || null, revision: null })}
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
