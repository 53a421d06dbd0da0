import { settle, type Screens } from '#screens/stage'
import { launch } from './conversations.ts'

const zoe = { team: 'T0HERON', user: 'U0ZOE' }

/** Before the sign-in, without content, without connection, at addresses that lead nowhere. */
export const stateScreens: Screens = {
  'sign-in': async ({ page, url }) => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Ana Lima' }).waitFor()
  },
  'sign-in-password': async ({ page, url }) => {
    // As a server in operation answers.
    const answer = { signed_in: false, dev: false, people: [] }
    await page.route('**/session', (route) => route.fulfill({ json: answer }))
    await page.goto(url)
    await page.getByRole('textbox').first().waitFor()
  },
  conversations: async ({ open, page }) => {
    await open('/')
    await page.getByRole('link', { name: 'launch', exact: true }).waitFor()
  },
  'empty-team': async ({ open, page }) => {
    await open('/c/C0HERON', zoe)
    await page.getByRole('main').getByRole('textbox').waitFor()
  },
  'unknown-address': ({ open, page }) => open('/c/C0NOTHERE').then(() => page.getByRole('main').waitFor()),
  offline: async ({ open, page, message }) => {
    await open(launch)
    await message('checklist').waitFor()
    await settle(page)
    await page.context().setOffline(true)
    await page.getByTestId('connection').getByText(/./).waitFor()
  },
  'not-sent': async ({ open, page, composer, message }) => {
    await open(launch)
    await message('checklist').waitFor()
    await settle(page)
    await page.context().setOffline(true)
    await composer.fill('The notes are written.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('[data-outgoing]').waitFor()
    await page.getByTestId('connection').getByText(/./).waitFor()
  },
  unreachable: async ({ page, url }) => {
    await page.route('**/session', (route) => route.abort())
    await page.goto(url)
    await page.getByText(/cannot be reached/).waitFor()
  },
}
