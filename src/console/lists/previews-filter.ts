/**
 * What is made at previews of a deployment is not its own, nor what QA sessions try on what serves: a list
 * shows it only where it is asked to.
 */
export const previewsFilter = {
  name: 'previews',
  label: 'Previews',
  options: [
    { value: 'without', label: 'Without previews and sessions' },
    { value: 'with', label: 'With previews and sessions' },
  ],
}

/** Whether an address asks for them. */
export function wantsPreviews(get: (name: string) => string | null): boolean {
  return get(previewsFilter.name) === 'with'
}
