import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Keyboard, Link2, Plus, Printer, Rocket, Search, SquareArrowOutUpRight } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { listDeployments } from '../../../contract/control-plane/deployments.ts'
import { includesRole } from '../../../contract/gateway/roles.ts'
import { id as idForm } from '../../../contract/query.ts'
import { isComposing } from '../../../ui/keys/is-composing.ts'
import { returnsFocus } from '../../../ui/overlay/return-focus.ts'
import { useTheme } from '../../../ui/theme.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { type Api, ApiProvider, query } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { copyText } from '../copy-text.ts'
import { themeChoices } from '../navigation/theme-menu.tsx'
import { deploymentsOverview } from '../navigation/use-deployments.ts'
import { useIsReviewer } from '../reviewer/use-is-reviewer.ts'
import { useSession } from '../use-session.ts'
import { likeness } from './likeness.ts'
import { PaletteDeployment } from './palette-deployment.tsx'
import { PaletteDocs } from './palette-docs.tsx'
import { PaletteEmpty } from './palette-empty.tsx'
import { PaletteFound } from './palette-found.tsx'
import { PaletteItem, paletteIcon } from './palette-item.tsx'
import { PaletteViews } from './palette-views.tsx'
import { goKeysOf } from './shortcuts.ts'
import { handOverTyped } from './typed-ahead.ts'
import { typingPauseMs } from './typing-pause.ts'
import { BestFirst, useBestFirst } from './use-best-first.ts'

type CommandPaletteProps = {
  api: Api | null
  isOpen: boolean
  onClose: () => void
  onShowShortcuts: () => void
}

/** Goes anywhere and does anything by typing a part of its name. */
export function CommandPalette(props: CommandPaletteProps) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-[oklch(0.15_0.02_265/0.45)]" />
        <Dialog.Content
          {...returnsFocus}
          onOpenAutoFocus={(event) => {
            returnsFocus.onOpenAutoFocus(event)
            const field = event.target instanceof Element && event.target.querySelector('input')
            if (!field) return
            event.preventDefault()
            // Not within this drawing: React would put the field back as it was.
            queueMicrotask(() => handOverTyped(field))
          }}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-[560px] -translate-x-1/2 animate-pop overflow-hidden rounded-lg border bg-raised text-ink text-md shadow-float focus-visible:outline-none"
        >
          <Dialog.Title className="sr-only">Go to…</Dialog.Title>
          <Palette {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Lives only while it is open, so that each opening starts with nothing. */
function Palette({ api, onClose, onShowShortcuts }: Omit<CommandPaletteProps, 'isOpen'>) {
  const [search, setSearch] = useState('')
  const first = useBestFirst()
  const [theme, setTheme] = useTheme()
  const navigate = useNavigate()
  const isReviewer = useIsReviewer()
  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  const copyLink = () => {
    copyText(location.href, 'link')
    onClose()
  }
  const print = () => {
    onClose()
    // After the palette has gone from the page.
    setTimeout(() => window.print(), 200)
  }
  return (
    <Command
      label="Go to…"
      loop
      filter={likeness}
      value={first.chosen}
      onValueChange={first.setChosen}
      onKeyDown={first.onKeyDown}
    >
      <div className="flex items-center gap-2 border-b px-4">
        <Search aria-hidden size={14} strokeWidth={1.8} className="flex-none text-ink-3" />
        <Command.Input
          value={search}
          onValueChange={(text) => {
            first.onTyped()
            setSearch(text)
          }}
          placeholder="Page, deployment, thread, run, action"
          className="h-11 w-full bg-transparent text-base focus-visible:outline-none"
        />
      </div>
      <Command.List
        ref={first.list}
        onPointerMove={first.onPointerMove}
        className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-ink-3 **:[[cmdk-group-heading]]:text-xs"
      >
        <BestFirst {...first} />
        <PaletteEmpty list={first.list} search={search} />
        {api && <PaletteDeployment api={api} go={go} />}
        <Command.Group heading="Pages">
          {goKeysOf(isReviewer).map(({ key, label, to }) => (
            <PaletteItem
              key={key}
              name={placeName(label)}
              icon={<SquareArrowOutUpRight {...paletteIcon} />}
              onSelect={() => go(to())}
            >
              {label}
            </PaletteItem>
          ))}
          <SettingsPages go={go} />
        </Command.Group>
        {api && <Deployments api={api} search={search} go={go} />}
        {api && (
          <ApiProvider api={api}>
            {!isReviewer && <PaletteViews go={go} />}
            <PaletteFound search={search} go={go} />
          </ApiProvider>
        )}
        <PaletteDocs search={search} go={go} />
        <Command.Group heading="Actions">
          {!isReviewer &&
            newObjects.map(({ words, to }) => (
              <PaletteItem key={words} icon={<Plus {...paletteIcon} />} onSelect={() => go(to())}>
                {words}
              </PaletteItem>
            ))}
          <PaletteItem icon={<Printer {...paletteIcon} />} onSelect={print}>
            Print this page
          </PaletteItem>
          <PaletteItem icon={<Link2 {...paletteIcon} />} onSelect={copyLink}>
            Copy the link to this page
          </PaletteItem>
          <PaletteItem
            icon={<Keyboard {...paletteIcon} />}
            onSelect={() => {
              onClose()
              onShowShortcuts()
            }}
          >
            Show keyboard shortcuts
          </PaletteItem>
          {themeChoices.map(({ value, label, icon: Icon }) => (
            <PaletteItem
              key={value}
              icon={<Icon {...paletteIcon} />}
              note={value === theme ? 'chosen' : undefined}
              onSelect={() => {
                setTheme(value)
                onClose()
              }}
            >
              {`Appearance: ${label.toLowerCase()}`}
            </PaletteItem>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  )
}

const newObjects = [
  { words: 'New deployment', to: paths.newDeployment },
  { words: 'New OAuth provider', to: paths.newOAuthProvider },
  { words: 'New embed', to: paths.newEmbed },
  { words: 'Add connection', to: paths.newConnection },
]

/** What “Go to the overview” leads to is called “overview”. */
const placeName = (words: string) => words.replace(/^Go to (the |your )?/, '')

type Go = (to: string) => void

/** The pages of the settings that whoever is signed in may open. */
function SettingsPages({ go }: { go: Go }) {
  const session = useSession()
  const isAdmin = includesRole(session?.role, 'admin')
  const isOperator = includesRole(session?.role, 'operator')
  const pages = [
    { words: 'Go to the docs', to: paths.docs() },
    ...(isOperator ? [{ words: 'Go to the health of the stack', to: paths.stack() }] : []),
    ...(session?.user ? [{ words: 'Go to your password', to: paths.ownPassword() }] : []),
    ...(isAdmin
      ? [
          { words: 'Go to users', to: paths.users() },
          { words: 'Go to API tokens', to: paths.apiTokens() },
          { words: 'Go to the audit log', to: paths.audit() },
        ]
      : []),
  ]
  return pages.map(({ words, to }) => (
    <PaletteItem
      key={to}
      name={placeName(words)}
      icon={<SquareArrowOutUpRight {...paletteIcon} />}
      onSelect={() => go(to)}
    >
      {words}
    </PaletteItem>
  ))
}

/** Deployments by name, or by the whole id: from what the shell has read, and from the server where there are more. */
function Deployments({ api, search, go }: { api: Api; search: string; go: Go }) {
  const overview = useQuery(deploymentsOverview(api)).data?.resources ?? []
  const text = useSettled(search.trim(), typingPauseMs)
  const found = useQuery({
    ...query(api.controlPlane, listDeployments, {
      query: idForm.safeParse(text).success
        ? { deployment_ids: text }
        : { name_contains: text, limit: 20 },
    }),
    enabled: overview.length >= 100 && text !== '',
    placeholderData: keepPreviousData,
  })
  const known = new Set(overview.map(({ id }) => id))
  const more = found.data?.resources.filter(({ id }) => !known.has(id)) ?? []
  const all = [...overview, ...more]
  if (all.length === 0) return null
  return (
    <Command.Group heading="Deployments">
      {all.map(({ id, name }) => (
        <PaletteItem
          key={id}
          value={`deployment ${id}`}
          also={['deployment', id]}
          icon={<Rocket {...paletteIcon} />}
          onSelect={() => go(paths.deployment(id))}
        >
          {name}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}
