/** What is made at previews of a deployment is not its own: a list shows it only where it is asked to. */
export const previewsFilter = {
  name: 'previews',
  label: 'Previews',
  options: [
    { value: 'without', label: 'Without previews' },
    { value: 'with', label: 'With previews' },
  ],
}

/** Whether an address asks for them. */
export function wantsPreviews(get: (name: string) => string | null): boolean {
  return get(previewsFilter.name) === 'with'
}
