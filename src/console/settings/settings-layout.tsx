import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { includesRole } from '../../contract/gateway/roles.ts'
import { Tab, TabList } from '../../ui/controls/tabs.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { paths } from '../paths.ts'
import { useGateway } from '../shell/gateway-context.ts'
import { PageBoundary } from '../shell/page/page-boundary.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useSession } from '../shell/use-session.ts'

/** The tabs share the heading, so going from one to another keeps it. */
export const handle = {
  useTitle: () => 'Settings',
  to: paths.settings,
  section: 'settings',
  keeps: () => 'settings',
} satisfies PageHandle

/** What all settings have above them: the tabs that this operator may open. */
export function Component() {
  const session = useSession()
  const { reachability } = useGateway()
  const { pathname } = useLocation()
  const isAdmin = includesRole(session?.role, 'admin')
  return (
    <>
      <PageHeader title="Settings" />
      <TabList label="Settings" className="mb-5">
        <Tab render={<NavLink end to={paths.settings()} />}>Appearance</Tab>
        {session?.user && session.user.has_password !== false && (
          <Tab render={<NavLink to={paths.ownPassword()} />}>Password</Tab>
        )}
        {isAdmin && <Tab render={<NavLink to={paths.users()} />}>Users</Tab>}
        {isAdmin && <Tab render={<NavLink to={paths.apiTokens()} />}>API tokens</Tab>}
        {isAdmin && <Tab render={<NavLink to={paths.audit()} />}>Audit log</Tab>}
        {includesRole(session?.role, 'operator') && (
          <Tab render={<NavLink to={paths.stack()} />}>Stack</Tab>
        )}
        {session?.has_faults && <Tab render={<NavLink to={paths.faults()} />}>Fault lab</Tab>}
      </TabList>
      <PageBoundary key={pathname} isNested reachability={reachability}>
        <Outlet />
      </PageBoundary>
    </>
  )
}
