import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { Tab, TabList } from '../../ui/controls/tabs.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { paths } from '../paths.ts'
import { useGateway } from '../shell/gateway-context.ts'
import { PageBoundary } from '../shell/page/page-boundary.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'

/** The tabs share the heading, so going from one to another keeps it. */
export const handle = {
  useTitle: () => 'Alerts',
  to: paths.alerts,
  section: 'alerts',
  keeps: () => 'alerts',
} satisfies PageHandle

/** What the pages of alerts have above them. */
export function Component() {
  const { reachability } = useGateway()
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title="Alerts" />
      <TabList label="Alerts" className="mb-5">
        <Tab render={<NavLink end to={paths.alerts()} />}>History</Tab>
        <Tab render={<NavLink to={paths.alertRules()} />}>Rules</Tab>
        <Tab render={<NavLink to={paths.alertChannels()} />}>Channels</Tab>
      </TabList>
      <PageBoundary key={pathname} isNested reachability={reachability}>
        <Outlet />
      </PageBoundary>
    </>
  )
}
