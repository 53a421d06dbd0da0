import { settle, type Stage, type Screens } from '#screens/stage'
import { launch } from './conversations.ts'

/** What opens over the page. */
export const dialogScreens: Screens = {
  switcher: async ({ open, keys, page }) => {
    await open(launch)
    await keys('Control+k', page.getByRole('combobox', { name: 'Jump to' }))
    await page.getByRole('option').first().waitFor()
  },
  search: (stage) => search(stage, 'the', /messages$/),
  'search-empty': (stage) => search(stage, 'heliograph', 'Nothing was found.'),
  drafts: async (stage) => {
    await writeDraft(stage, '/c/C0GENERAL', 'The release notes will be *English* first, then')
    await writeDraft(stage, '/c/D0ANABEN', 'I bring them. Also')
    await openFromSidebar(stage, 'Drafts')
    await stage.page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').nth(1).waitFor()
  },
  'schedule-menu': openScheduleMenu,
  scheduled: async (stage) => {
    await openScheduleMenu(stage)
    await stage.page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
    await stage.press('See scheduled')
    await stage.press('Change time')
  },
  directory: (stage) => dialog(stage, 'Control+Shift+E', 'People and groups'),
  'profile-card': async ({ open, message, page }) => {
    await open('/c/C0SUPPORT')
    await message('Three people ask').getByRole('button', { name: 'Tom Berg' }).first().click()
    await page.getByRole('dialog').getByText('U0TOM').waitFor()
  },
  profile: (stage) => dialog(stage, 'Control+Shift+Y', /profile|status/i),
  preferences: (stage) => dialog(stage, 'Control+,', 'Preferences'),
  shortcuts: (stage) => dialog(stage, 'Control+/', 'Keyboard shortcuts'),
  'browse-channels': (stage) => dialog(stage, 'Control+Shift+L', /channel/i),
  'create-channel': async (stage) => {
    await dialog(stage, 'Control+Shift+L', /channel/i)
    await stage.press('New channel')
    await stage.page.getByRole('textbox', { name: 'Name' }).waitFor()
  },
  'new-direct-message': (stage) => dialog(stage, 'Control+Shift+K', /message/i),
  'channel-details': async ({ open, press, page }) => {
    await open(launch)
    await press(/^About launch/)
    await page.getByRole('dialog').waitFor()
  },
  'channel-archive': async ({ open, press, page }) => {
    await open(launch)
    await press(/^About launch/)
    await page.getByRole('dialog').getByRole('searchbox').fill('e')
    await press('Archive')
  },
  'channel-notifications': async ({ open, press, page }) => {
    await open(launch)
    await press(/^Notifications/)
    await page.getByRole('menu').waitFor()
  },
  pins: async ({ ana, open, press, page }) => {
    await ana.pins.add({ channel: 'C0LAUNCH', timestamp: '1768220400.000100' })
    await open(launch)
    await press('1 pinned message')
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
  },
  bookmarks: async ({ ana, open, press, page }) => {
    await ana.bookmarks.add({ channel_id: 'C0LAUNCH', type: 'link', title: 'Handbook', link: 'https://example.com/' })
    await open(launch)
    await press('Edit bookmarks')
    await page.getByRole('dialog').waitFor()
  },
  'date-menu': openDateMenu,
  date: async (stage) => {
    await openDateMenu(stage)
    await stage.page.getByRole('menuitem', { name: 'A date…' }).click()
    await stage.page.getByRole('textbox', { name: 'Date', exact: true }).waitFor()
  },
  sections: async (stage) => {
    await openFromSidebar(stage, 'Arrange the sidebar')
    await stage.page.getByRole('textbox', { name: 'New section' }).fill('Projects')
    await stage.page.keyboard.press('Enter')
    await stage.page
      .getByRole('button', { name: /^Remove Projects|^Delete Projects|^Move Projects/ })
      .first()
      .waitFor()
  },
  notifications: openNotifications,
  'notifications-on': async (stage) => {
    await stage.page.context().grantPermissions(['notifications'])
    await openNotifications(stage)
    await stage.press('Turn on in this browser')
    await stage.page.getByRole('checkbox').first().waitFor()
  },
  'sign-out': async (stage) => {
    const { open, page, composer, press } = stage
    await open(launch)
    await settle(page)
    await page.context().setOffline(true)
    await composer.fill('Not sent yet')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('[data-outgoing]').waitFor()
    const back = page.getByRole('button', { name: 'Back to conversations' })
    if (await back.isVisible()) await back.click()
    await press('Sign out')
    await stage.page.getByRole('dialog', { name: 'Sign out?' }).waitFor()
  },
}

/** Opens a dialog by its keys. */
async function dialog({ open, keys, page }: Stage, combination: string, name: string | RegExp): Promise<void> {
  await open(launch)
  await keys(combination, page.getByRole('dialog', { name }))
}

/** Presses a button of the sidebar. At 390 px the sidebar has the page for itself. */
async function openFromSidebar({ open, page }: Stage, name: string): Promise<void> {
  await open((page.viewportSize()?.width ?? 0) < 768 ? '/' : launch)
  await page.getByRole('navigation').first().getByRole('button', { name }).click()
}

async function search({ open, keys, page }: Stage, text: string, found: string | RegExp): Promise<void> {
  await open(launch)
  const field = page.getByRole('combobox', { name: 'Search messages' })
  await keys('Control+Shift+F', field)
  await field.fill(text)
  await page.getByRole('dialog', { name: 'Search' }).getByText(found).first().waitFor()
}

async function writeDraft({ open, composer, page }: Stage, path: string, text: string): Promise<void> {
  await open(path)
  await composer.pressSequentially(text)
  await page.waitForFunction((typed) => JSON.stringify(localStorage).includes(typed), text.slice(0, 6))
}

async function openScheduleMenu({ open, composer, press, page }: Stage): Promise<void> {
  await open(launch)
  await composer.fill('The changelog is in review.')
  await press('Schedule for later')
  await page.getByRole('menu').waitFor()
}

async function openDateMenu({ open, press, page }: Stage): Promise<void> {
  await open(launch)
  await press('Jump to a date')
  await page.getByRole('menu').waitFor()
}

async function openNotifications({ open, press, page }: Stage): Promise<void> {
  await open(launch)
  await press(/^Notifications/)
  await page.getByRole('menuitem', { name: 'Notifications everywhere…' }).click()
  await page.getByRole('dialog', { name: /Notifications/ }).waitFor()
}
