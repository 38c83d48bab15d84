import { Link } from 'react-router-dom'
import { Button } from '../../ui/controls/button.tsx'
import { paths } from '../paths.ts'

/** What an empty list of threads or runs leads to: a conversation; with no deployment chosen, to the deployments. */
export function FirstStep({ deploymentId }: { deploymentId: string | null }) {
  return deploymentId === null ? (
    <Button variant="primary" render={<Link to={paths.deployments()} />}>
      Choose a deployment
    </Button>
  ) : (
    <Button acts variant="primary" render={<Link to={paths.newThread(deploymentId)} />}>
      New thread
    </Button>
  )
}
