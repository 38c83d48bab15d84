import type { Locator, Page } from '@playwright/test'

export const hands = ['mouse', 'keys', 'touch'] as const
/** By mouse, by keys alone, on a phone. */
export type Hand = (typeof hands)[number]

/** A press, a choice from a menu, something typed, or a search: opened, typed and chosen from. */
export type Step = (page: Page) => Promise<unknown>

const mostStops = 200

/** Brings the focus to something by one key, pressed until it is there. */
async function reach(page: Page, wanted: Locator, key: string): Promise<void> {
  await wanted.waitFor()
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${wanted} is not reached by ${key}.`)
}

async function pressed(page: Page, by: Hand, wanted: Locator): Promise<void> {
  if (by !== 'keys') return wanted.click()
  await reach(page, wanted, 'Tab')
  await page.keyboard.press('Enter')
}

/** Goes to one of the console's lists, by the navigation; on a phone that is opened first. */
export const goTo =
  (by: Hand, name: string): Step =>
  async (page) => {
    if (by === 'touch') await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
  }

/** Finds something from anywhere by what is typed, and takes the first of that name. */
export const search =
  (text: string, name: RegExp): Step =>
  async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to…' }).waitFor()
    await page.keyboard.type(text)
    await page.locator('[cmdk-item][data-selected=true]').filter({ hasText: name }).waitFor()
    await page.keyboard.press('Enter')
  }

/** Types into the box that a list is searched by. */
export const filter =
  (text: string): Step =>
  (page) =>
    page.getByRole('main').getByRole('searchbox').fill(text)

/** Opens the row of a list that a name stands in, once it is the only one left or the first. */
export const openRow =
  (name: string): Step =>
  (page) =>
    page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

export const pressLink =
  (by: Hand, name: string): Step =>
  (page) =>
    pressed(page, by, page.getByRole('main').getByRole('link', { name, exact: true }))

export const pressButton =
  (by: Hand, name: RegExp): Step =>
  (page) =>
    pressed(page, by, page.getByRole('main').getByRole('button', { name }))

/** Takes an entry of a menu. */
export const choose =
  (by: Hand, menu: RegExp, entry: string): Step =>
  async (page) => {
    await pressed(page, by, page.getByRole('main').getByRole('button', { name: menu }))
    const item = page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: entry })
    if (by !== 'keys') return item.click()
    await reach(page, item, 'ArrowDown')
    await page.keyboard.press('Enter')
  }
