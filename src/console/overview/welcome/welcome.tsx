import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { Code, Plug, Rocket } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/controls/button.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { deploymentsOverview } from '../../shell/navigation/use-deployments.ts'
import { FirstAgents } from './first-agents.tsx'
import { FirstMessage } from './first-message.tsx'

/** The overview of a server on which nothing has run: what this is, a conversation to begin, and three ways on. */
export function Welcome() {
  const api = useApi()
  const { data } = useQuery(deploymentsOverview(api))
  const deployments = (data?.resources ?? []).filter(({ preview_of }) => !preview_of)
  return (
    <div className="mx-auto grid w-full max-w-[880px] gap-6 pt-3 sm:pt-6">
      <header>
        <h1 className="font-semibold text-[22px] leading-8 tracking-tight">
          Deploy agents, talk to them, stop them, judge them
        </h1>
        <p className="mt-1.5 text-base text-ink-2">
          {api.connection.kind === 'local'
            ? 'All of it runs on this machine: control plane, agent server, feedback and database. Nothing leaves it.'
            : `All of it runs on ${api.connection.name}. Nothing has run there yet.`}
        </p>
      </header>
      <FirstMessage deployments={deployments} />
      <ul className="grid gap-4 min-[700px]:grid-cols-3">
        {ways.map((way) => (
          <Way key={way.title} {...way} />
        ))}
      </ul>
      {deployments.length > 0 && <FirstAgents deployments={deployments} />}
      <p className="text-ink-2">
        As runs come in, this page tells what fails, what waits for a person, what is being rolled
        out, and how each deployment is doing.
      </p>
    </div>
  )
}

type WayProps = { icon: LucideIcon; title: string; words: string; to: string; label: string }

const ways: readonly WayProps[] = [
  {
    icon: Rocket,
    title: 'Deploy your own',
    words: 'From a git address or a folder on this machine. TypeScript, JavaScript or Python.',
    to: paths.newDeployment(),
    label: 'New deployment',
  },
  {
    icon: Plug,
    title: 'Connect a server',
    words: 'A vendor’s cloud, a self-hosted installation, or an agent server that is running.',
    to: paths.newConnection(),
    label: 'New connection',
  },
  {
    icon: Code,
    title: 'Put it on a site',
    words: 'One script tag. No key in the page, visitors kept apart, votes come back here.',
    to: paths.newEmbed(),
    label: 'New embed',
  },
]

function Way({ icon: Icon, title, words, to, label }: WayProps) {
  return (
    <li className="flex flex-col gap-2 rounded-lg border bg-surface px-4 py-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden size={16} strokeWidth={1.8} />
        {title}
      </h2>
      <p className="grow text-ink-2">{words}</p>
      <span>
        <Button acts render={<Link to={to} />}>
          {label}
        </Button>
      </span>
    </li>
  )
}
