/** Names a switch on whichever branch it stands: by where all of its branches end. */
export const branchesName = (ends: readonly string[]): string => ends.join(' ')

/** It goes from branch to branch, and so may go itself with every press. */
export const isBranchButton = (element: HTMLElement): boolean => 'branchStep' in element.dataset

/** The button of a switch that goes the same way; the other one where that way is at its end. */
export function branchButton(branchSwitch: Element, step: string | undefined): HTMLElement | null {
  const buttons = [...branchSwitch.querySelectorAll<HTMLElement>('[data-branch-step]')]
  const same = buttons.find((button) => button.dataset.branchStep === step)
  const open = buttons.find((button) => !isAtEnd(button))
  return (isAtEnd(same) && open) || (same ?? null)
}

/** What comes on the branch that is shown in place of a button that went with another branch. */
export function sameBranchButton(chat: Element, gone: HTMLElement): HTMLElement | null {
  const name = gone.closest<HTMLElement>('[data-branches]')?.dataset.branches
  if (name === undefined) return null
  const switches = [...chat.querySelectorAll<HTMLElement>('[data-branches]')]
  const now = switches.find((item) => item.dataset.branches === name)
  return now ? branchButton(now, gone.dataset.branchStep) : null
}

const isAtEnd = (button: Element | undefined) => button?.getAttribute('aria-disabled') === 'true'
