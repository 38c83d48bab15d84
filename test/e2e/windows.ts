import { expect, type Locator, type Page } from '@playwright/test'

/** Items of menus that open a window; the others do something at once. */
const opensWindow =
  /^(Show as JSON|Rename|Feedback keys|Delete|Remove|Revoke|Redeploy|Promote|Roll back|Change role|Reset password|Sign out everywhere|Disable|Silence|Edit rule|Edit channel|Another revision or assistant|Retry at another revision|Save as a view)/
const windowRole = '[role=dialog], [role=alertdialog]'

/** Buttons that open a window, by the page that they are on. */
const windowsOf: Record<string, readonly string[]> = {
  deployment: ['New revision'],
  'new deployment': ['Paste .env'],
  assistants: ['New assistant'],
  schedules: ['New schedule'],
  assistant: ['Configure a copy', 'Edit'],
  runs: ['Cancel all…'],
  embed: ['New key', 'Make an identity secret', 'Delete'],
  users: ['New user'],
  'API tokens': ['New token'],
}

/**
 * Every menu and window of the page of this name. @param known as `menuFaults` takes it
 * @returns what is wrong with focus, in words
 */
export async function pageFaults(page: Page, name: string, known: Set<string>): Promise<string[]> {
  const main = page.getByRole('main')
  const faults = await menuFaults(page, main, known)
  for (const words of windowsOf[name] ?? []) {
    const opener = main.getByRole('button', { name: words, exact: true }).first()
    faults.push(...(await windowFaults(page, words, () => opener.press('Enter'), opener)))
  }
  return faults
}

/**
 * Opens every menu below `scope`, and every window that their items open, as a keyboard does. Of many alike,
 * as in the rows of a table, the first is taken.
 * @param known menus that were looked at, by their names and items: their windows are not opened again
 * @returns what is wrong with focus, in words
 */
export async function menuFaults(
  page: Page,
  scope: Locator,
  known: Set<string>,
): Promise<string[]> {
  const faults: string[] = []
  const seen = new Set<string>()
  const triggers = scope.locator('[aria-haspopup=menu]:visible')
  for (let index = 0; index < (await triggers.count()); index += 1) {
    const trigger = triggers.nth(index)
    const name = (await trigger.getAttribute('aria-label')) ?? (await trigger.textContent()) ?? ''
    const kind = name.replace(/^(More about) .*/, '$1')
    if (seen.has(kind) || (await trigger.getAttribute('aria-disabled'))) continue
    seen.add(kind)
    const menu = page.getByRole('menu')
    const open = async () => {
      await trigger.focus()
      await page.keyboard.press('Enter')
      await expect(menu, `${name} opens a menu`).toBeVisible()
    }
    await open()
    if (!(await becomesTrue(() => hasFocus(menu)))) {
      faults.push(`${name}: focus is not in the menu`)
    }
    const items = await menu.locator('[role=menuitem]:not([aria-disabled])').allInnerTexts()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    if (!(await becomesTrue(() => isFocused(trigger)))) {
      faults.push(`${name}: Esc does not lead back`)
    }
    const menuKey = [kind, ...items].join()
    if (known.has(menuKey)) continue
    known.add(menuKey)
    for (const item of items.map((text) => text.split('\n')[0] ?? '')) {
      if (!opensWindow.test(item)) continue
      const enter = async () => {
        await open()
        await menu.getByRole('menuitem', { name: item }).first().focus()
        await page.keyboard.press('Enter')
      }
      faults.push(...(await windowFaults(page, `${name}, ${item}`, enter, trigger)))
    }
  }
  return faults
}

/** Opens a window, looks where focus is and whether Tab leaves it, closes it by Esc. */
export async function windowFaults(
  page: Page,
  name: string,
  open: () => Promise<void>,
  opener: Locator,
): Promise<string[]> {
  await open()
  const shown = page.locator(windowRole)
  await expect(shown, `${name} opens a window`).toBeVisible()
  const faults: string[] = []
  const look = async (when: string) => {
    if (!(await hasFocus(shown))) faults.push(`${name}: focus is outside ${when}`)
  }
  await expect.poll(() => hasFocus(shown), { message: `${name}: focus is in it` }).toBe(true)
  // Backwards from its first control to its last, and forwards over the end.
  await page.keyboard.press('Shift+Tab')
  await look('after Shift+Tab')
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab')
    await look('after Tab')
  }
  await page.keyboard.press('Escape')
  // The first Esc may be the one of a tooltip or a search.
  if ((await shown.count()) > 0) await page.keyboard.press('Escape')
  await expect(shown, `${name} closes by Esc`).toHaveCount(0)
  if (!(await becomesTrue(() => isFocused(opener)))) {
    faults.push(`${name}: focus does not go back`)
  }
  return faults
}

/** Focus goes where it belongs a moment after what had it is gone. */
export function becomesTrue(look: () => Promise<boolean>): Promise<boolean> {
  return expect
    .poll(look)
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
}

const hasFocus = (element: Locator) =>
  element.evaluate((node) => node.contains(document.activeElement))
/** The element itself has focus, not what is in it. */
export const isFocused = (element: Locator) =>
  element.evaluate((node) => node === document.activeElement)
