import type { ReactNode } from 'react'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useIsReviewer } from '../reviewer/use-is-reviewer.ts'
import { goKeysOf, isMac } from './shortcuts.ts'

const command = isMac ? '⌘' : 'Ctrl'

/** Every key that the console answers to. */
export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isReviewer = useIsReviewer()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <dl
        tabIndex={0}
        className="grid rounded-sm focus-visible:outline-offset-4 grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2"
      >
        <Row keys={[command, 'K']}>Go to anything</Row>
        <Row keys={['?']}>This list</Row>
        {goKeysOf(isReviewer).map(({ key, label }) => (
          <Row key={key} keys={['G', key.toUpperCase()]}>
            {label}
          </Row>
        ))}
        {!isReviewer && <Row keys={['N']}>New deployment</Row>}
        <Row keys={['/']}>Filter the list</Row>
        <Row keys={['↑', '↓']}>Walk the rows of a list</Row>
        <Row keys={['Enter']}>Open the row</Row>
        <Row keys={['X']}>Choose the row</Row>
        <Row keys={['Shift', 'Click']}>Choose all rows up to this one</Row>
        <Row keys={[command, 'Enter']}>Send a form or a message</Row>
        <Row keys={['E']}>Next error, in a log</Row>
        <Row keys={['R']}>The run of that error, in a log</Row>
        <Row keys={['P']}>Pause, in a log</Row>
        <Row keys={['Esc']}>Close, empty a filter, or give up what is chosen</Row>
      </dl>
    </Dialog>
  )
}

function Row({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt>{children}</dt>
      <dd className="flex justify-end gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </>
  )
}
