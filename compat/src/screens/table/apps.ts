import { everyElement } from '#testing/deskApp'
import type { Screens, Stage } from '#screens/stage'

/** What apps show: elements in messages, modals, homes, questions for consent. */
export const appScreens: Screens = {
  elements: openElements,
  'elements-list': async (stage) => {
    await openElements(stage)
    await stage.page.getByRole('combobox', { name: 'Cities' }).click()
    await stage.page.getByRole('option').first().waitFor()
  },
  'elements-menu': async (stage) => {
    await openElements(stage)
    await stage.page.getByTestId('text').getByRole('button', { name: 'More actions' }).click()
    await stage.page.getByRole('menu').waitFor()
  },
  'elements-question': async (stage) => {
    await openElements(stage)
    await stage.press('Discard')
    await stage.page.getByRole('dialog').waitFor()
  },
  commands: async ({ open, composer, page }) => {
    await open('/c/C0SUPPORT')
    await composer.fill('/')
    await page.getByRole('option', { name: /ticket/ }).waitFor()
  },
  modal: openModal,
  'modal-errors': async (stage) => {
    await openModal(stage)
    await stage.page.getByTestId('modal').getByRole('button', { name: 'Open ticket' }).click()
    await stage.page.getByText('Fill this in.').waitFor()
  },
  home: async ({ open, page }) => {
    await open('/c/D0ANADESK/home')
    await page.getByTestId('home').getByRole('combobox', { name: 'Cities' }).waitFor()
  },
  'about-app': async ({ open, page }) => {
    await open('/c/D0ANADESK/about')
    await page.getByText('Keeps the tickets').first().waitFor()
  },
  attachment: async ({ desk, open, page, url }) => {
    const links = { title_link: 'https://example.com/1', image_url: `${url}/mark.svg`, footer: 'Alerts' }
    const text = Array.from({ length: 9 }, (_, n) => `Line ${n} of the <https://example.com/log|log>`).join('\n')
    const fields = [{ title: 'Host', value: '`db1`', short: true }]
    const actions = [{ type: 'button' as const, name: 'go', text: 'Acknowledge', value: '1' }]
    const author = { pretext: 'Paging', author_name: 'Prometheus', author_link: 'https://example.com' }
    const title = { color: 'warning', title: 'The disk is nearly full', callback_id: 'x', ts: '1768226000' }
    const attachments = [{ ...author, ...links, ...title, text, fields, actions }]
    await desk.chat.postMessage({ channel: 'C0SUPPORT', text: '', attachments })
    await open('/c/C0SUPPORT')
    await page.getByText('nearly full').waitFor()
  },
  consent: async (stage) => {
    const manifest = {
      display_information: { name: 'Heron', description: 'Waits at the water and tells what comes by.' },
      features: { bot_user: { display_name: 'Heron' } },
      oauth_config: { redirect_urls: ['http://127.0.0.1:9/back'] },
    }
    const answer = await stage.page.request.post(`${stage.url}/control/apps`, { data: { team: 'T0WILLOW', manifest } })
    if (!answer.ok()) throw new Error(await answer.text())
    const { app }: { app: { clientId: string } } = await answer.json()
    const query = { scope: 'chat:write,im:history', user_scope: 'chat:write', client_id: app.clientId }
    await stage.open(`/oauth/v2/authorize?${new URLSearchParams(query).toString()}`)
    await stage.page.getByRole('button', { name: 'Allow' }).waitFor()
  },
  'consent-broken': async ({ open, page }) => {
    await open('/oauth/v2/authorize?client_id=1.2')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  },
}

async function openElements({ desk, open, page }: Stage): Promise<void> {
  await desk.chat.postMessage({ channel: 'C0SUPPORT', text: '', blocks: everyElement })
  await open('/c/C0SUPPORT')
  await page.getByRole('combobox', { name: 'Cities' }).waitFor()
}

async function openModal({ open, press, page }: Stage): Promise<void> {
  await open('/c/C0SUPPORT')
  await press('Shortcuts')
  await page.getByRole('menuitem', { name: /Open a ticket/ }).click()
  await page.getByTestId('modal').getByRole('button', { name: 'Open ticket' }).waitFor()
}
