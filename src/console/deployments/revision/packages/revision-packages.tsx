import { useId, useState } from 'react'
import type { Versioned } from '../../../../contract/control-plane/revision-packages.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SearchInput } from '../../../../ui/controls/search-input.tsx'
import { Card, CardBody, CardHeader } from '../../../../ui/page/card.tsx'
import { usePackages } from './packages-query.ts'
import { packagesText, runtimeText } from './runtime-text.ts'

/** So many are shown without being asked for. */
const few = 12
/** The graph library and what comes with it: what people look for first. */
const ofTheField = /^(@langchain\/|lang(chain|graph|smith)|deepagents)/

type RevisionPackagesProps = { deploymentId: string; revisionId: string }

/** The packages that a revision was loaded with, or why they cannot be read; nothing where they are not known. */
export function RevisionPackages({ deploymentId, revisionId }: RevisionPackagesProps) {
  const { data, problem } = usePackages(deploymentId, revisionId)
  const [text, setText] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const listId = useId()
  if (problem) {
    return (
      <Card>
        <CardHeader title="Packages" />
        <p className="px-4 py-4 text-ink-2">{problem}</p>
      </Card>
    )
  }
  if (!data?.packages) return null
  const { runtime, packages } = data
  const isShort = packages.length <= few
  const wanted = text.trim().toLowerCase()
  const shown = wanted
    ? packages.filter(({ name }) => name.toLowerCase().includes(wanted))
    : isShort || showsAll
      ? packages
      : firstOf(packages)
  const detail = [runtime && runtimeText(runtime), packagesText(packages.length)]
  return (
    <Card>
      <CardHeader
        title="Packages"
        detail={detail.filter(Boolean).join(' · ')}
        actions={
          !isShort && (
            <>
              <SearchInput label="Filter packages" value={text} onValueChange={setText} />
              <Button
                size="sm"
                aria-expanded={showsAll}
                aria-controls={listId}
                disabledReason={wanted ? 'All that match are shown.' : undefined}
                onClick={() => setShowsAll(!showsAll)}
              >
                {showsAll ? 'Show fewer' : 'Show all'}
              </Button>
            </>
          )
        }
      />
      <CardBody>
        <div id={listId}>
          {shown.length > 0 ? (
            <ul
              aria-label="Packages"
              className="grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2 xl:grid-cols-3"
            >
              {shown.map(({ name, version }) => (
                <li key={name} className="flex items-baseline gap-3">
                  <span className="mono min-w-0 grow break-all">{name}</span>
                  <span className="mono flex-none text-ink-2">{version}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-ink-2">
              {wanted ? `No package has “${text.trim()}” in its name.` : 'None was installed.'}
            </p>
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function firstOf(packages: readonly Versioned[]): readonly Versioned[] {
  const known = packages.filter(({ name }) => ofTheField.test(name))
  return (known.length > 0 ? known : packages).slice(0, few)
}
