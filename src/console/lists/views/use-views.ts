import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { getDeployment } from '../../../contract/control-plane/deployments.ts'
import { listViews, type PageWithViews, type SavedView } from '../../../contract/gateway/views.ts'
import { type Api, query, queryKey, useApi } from '../../api.tsx'
import type { UrlFilters } from '../url-filters.ts'
import { filtersIn, queryOf, readView } from './view-filters.ts'

/** The views of all pages of a connection. */
export function viewsQuery({ gateway, connection }: Api) {
  return {
    ...query(gateway, listViews, { params: { connection_id: connection.id } }),
    staleTime: 30_000,
    // A list is of use without them.
    retry: false,
  }
}

/** Keys of the reads that a change of views makes old. */
export const whatViewsChange = ({ gateway }: Api) => [queryKey(gateway, listViews)]

/** A view as the page that it is of reads it. */
export interface PageView {
  view: SavedView
  filters: Readonly<Record<string, string>>
  /** Names of filters that the page no longer has. */
  ignored: readonly string[]
  /** The list is filtered by just that now. */
  isActive: boolean
}

/** What a list with views hands to them. */
export interface ViewsOfList {
  page: PageWithViews
  url: UrlFilters
  /** What the page is filtered by, by its names in the address. */
  names: readonly string[]
}

/** The views of a page, and what it is filtered by now as one of them would keep it. */
export function useViews({ page, url, names }: ViewsOfList) {
  const { data, error } = useQuery(viewsQuery(useApi()))
  const now = queryOf(filtersIn(url.get, names))
  const views = (data ?? [])
    .filter((view) => view.page === page)
    .map((view): PageView => {
      const read = readView(view.query, names)
      return { view, ...read, isActive: queryOf(read.filters) === now }
    })
  return { views, now, isRead: data !== undefined, error }
}

/** Of some deployments those that are gone. One that cannot be asked for counts as there. */
export function useGoneDeployments(ids: readonly string[]): ReadonlySet<string> {
  const { controlPlane } = useApi()
  const each = [...new Set(ids)].sort()
  const { data } = useQuery({
    queryKey: [...queryKey(controlPlane, getDeployment), 'gone', each],
    queryFn: ({ signal }) =>
      Promise.all(
        each.map((deployment_id) =>
          call(controlPlane, getDeployment, { params: { deployment_id }, signal }).then(
            () => null,
            (error: unknown) => (isMissing(error) ? deployment_id : null),
          ),
        ),
      ),
    enabled: each.length > 0,
    staleTime: 30_000,
    retry: false,
  })
  return new Set(data?.filter((id) => id !== null))
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status)
}
