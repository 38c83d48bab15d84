import type { ReactNode } from 'react'
import { Kbd } from '../../../../ui/controls/kbd.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'

type KeysDialogProps = { isOpen: boolean; isPair: boolean; onClose: () => void }

/** The keys of the review page. */
export function KeysDialog({ isOpen, isPair, onClose }: KeysDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys for judging">
      <dl
        tabIndex={0}
        className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 rounded-sm focus-visible:outline-offset-4"
      >
        <Row keys={['1', '…', '9']}>Answer the tinted row, which then moves on</Row>
        {isPair && (
          <>
            <Row keys={['A']}>A is better</Row>
            <Row keys={['B']}>B is better</Row>
            <Row keys={['T']}>Tie</Row>
            <Row keys={['N']}>Both bad</Row>
          </>
        )}
        <Row keys={['J']}>Next case</Row>
        <Row keys={['K']}>Previous case</Row>
        <Row keys={['M']}>Write a note</Row>
        <Row keys={['C']}>Write how the answer should have been</Row>
        <Row keys={['Esc']}>Leave the note or correction</Row>
        <Row keys={['U']}>Take back the last change</Row>
        {isPair && <Row keys={['D']}>Show or hide what differs</Row>}
        <Row keys={['?']}>This list</Row>
      </dl>
    </Dialog>
  )
}

function Row({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt>{children}</dt>
      <dd className="flex justify-end gap-1">
        {keys.map((key) => (key === '…' ? <span key={key}>…</span> : <Kbd key={key}>{key}</Kbd>))}
      </dd>
    </>
  )
}
