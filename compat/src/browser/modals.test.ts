import { describe, expect, test } from 'vitest'
import { startDeskApp, examplesModal, plainText, ticketModal } from '#testing/deskApp'
import { signInAt } from '#testing/person'
import { createClient } from '#testing/sdk'
import { startAppServer, type Server } from '#testing/server'

/** Starts an app with a ticket modal, opened by a shortcut or a message shortcut. */
function startTicketApp(server: Server) {
  return startDeskApp(server, (app, done) => {
    app.shortcut({ callback_id: 'ticket', type: 'shortcut' }, async ({ ack, client, shortcut }) => {
      await ack()
      await client.views.open({ trigger_id: shortcut.trigger_id, view: ticketModal })
    })
    app.shortcut({ callback_id: 'ticket_of', type: 'message_action' }, async ({ ack, client, shortcut }) => {
      await ack()
      const view = { ...ticketModal, private_metadata: shortcut.message.ts, title: plainText('Of a message') }
      await client.views.open({ trigger_id: shortcut.trigger_id, view })
    })
    app.action('examples', async ({ ack, client, body }) => {
      await ack()
      if ('trigger_id' in body) await client.views.push({ trigger_id: body.trigger_id, view: examplesModal })
    })
    app.view({ callback_id: 'ticket', type: 'view_closed' }, async ({ ack }) => {
      await ack()
      done('closed')
    })
    app.view('ticket', async ({ ack, view, client }) => {
      const { values } = view.state
      const title = values['title']?.['typed']?.value
      if (title === 'Printer') {
        return ack({ response_action: 'errors', errors: { title: 'There is one of that name.' } })
      }
      await ack()
      done(values)
      const about = view.private_metadata ? ` (about ${view.private_metadata})` : ''
      await client.chat.postMessage({ channel: 'C0GENERAL', text: `Ticket: ${title}${about}` })
    })
  })
}

describe('a modal', () => {
  test('reports missing and wrong values, and closes when they are right', async () => {
    const server = await startAppServer()
    const desk = await startTicketApp(server)
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const { page } = ana
    const opener = page.getByRole('button', { name: 'Shortcuts', exact: true })
    await opener.press('Enter')
    await page.getByRole('menuitem', { name: /Open a ticket/ }).press('Enter')
    const modal = page.getByRole('dialog', { name: 'New ticket' })
    const title = modal.getByRole('textbox', { name: 'Title' })
    const send = modal.getByRole('button', { name: 'Open ticket' })

    await send.click()
    await modal.getByText('Fill this in.').waitFor()
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
    await title.fill('Printer')
    await expect.poll(() => modal.getByText('Fill this in.').count()).toBe(0)
    await title.press('Enter')
    await modal.getByText('There is one of that name.').waitFor()
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => title.inputValue()).toBe('Printer')

    await title.fill('Printer in room 4')
    await modal.getByRole('radio', { name: 'High' }).check()
    await modal.getByRole('combobox', { name: 'Who else should know?' }).click()
    await page.getByRole('option', { name: /Ben/ }).click()
    await page.keyboard.press('Escape')
    await modal.getByLabel('Needed by').fill('2026-12-24')
    await send.click()
    await expect.poll(() => modal.count()).toBe(0)
    await ana.waitForMessage('Ticket: Printer in room 4')
    expect(desk.done).toMatchObject([
      {
        title: { typed: { type: 'plain_text_input', value: 'Printer in room 4' } },
        urgency: { chosen: { selected_option: { value: 'high' } } },
        people: { chosen: { selected_users: ['U0BEN'] } },
        day: { chosen: { selected_date: '2026-12-24' } },
      },
    ])
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(ana.errors).toEqual([])
  })

  test('keeps its values below a pushed view, and tells the app that it was closed', async () => {
    const server = await startAppServer()
    const desk = await startTicketApp(server)
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const { page } = ana
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
    await page.getByRole('menuitem', { name: /Open a ticket/ }).click()
    const modal = page.getByTestId('modal')
    const title = modal.getByRole('textbox', { name: 'Title' })
    await title.fill('Half a thought')

    await modal.getByRole('button', { name: 'Examples' }).click()
    await modal.getByText('The printer prints nothing').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => title.inputValue()).toBe('Half a thought')
    const focused = modal.getByRole('button', { name: 'Examples' })
    await expect.poll(() => focused.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => modal.count()).toBe(0)
    await expect.poll(() => desk.done).toEqual(['closed'])
    expect(ana.errors).toEqual([])
  })

  test('knows the message from which it was opened', async () => {
    const server = await startAppServer()
    await startTicketApp(server)
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const { page } = ana
    await ana.findMessage('Good morning').hover()
    await ana.findMessage('Good morning').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Make a ticket of it/ }).click()
    const modal = page.getByRole('dialog', { name: 'Of a message' })
    await modal.getByRole('textbox', { name: 'Title' }).fill('A greeting')
    await modal.getByRole('button', { name: 'Open ticket' }).click()
    await ana.waitForMessage('Ticket: A greeting (about 1767225600.000100)')
    expect(ana.errors).toEqual([])
  })
})

describe('an app home', () => {
  test('shows the Home tab, and its changes after an interaction', async () => {
    const server = await startAppServer()
    await startDeskApp(server, (app) => {
      const home = (text: string) => ({
        type: 'home' as const,
        blocks: [
          { type: 'section' as const, text: plainText(text) },
          {
            type: 'actions' as const,
            elements: [{ type: 'button' as const, action_id: 'take', text: plainText('Take it') }],
          },
        ],
      })
      app.event('app_home_opened', async ({ event, client }) => {
        if (event.tab === 'home' && !event.view)
          await client.views.publish({ user_id: event.user, view: home('One waits') })
      })
      app.action('take', async ({ ack, body, client }) => {
        await ack()
        await client.views.publish({ user_id: body.user.id, view: home('Nothing waits') })
      })
    })
    const ana = await signInAt(server, 'Ana Lima', '/c/D0ANADESK')
    const { page } = ana
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const home = page.getByTestId('home')
    await home.getByText('One waits').waitFor()
    await home.getByRole('button', { name: 'Take it' }).click()
    await home.getByText('Nothing waits').waitFor()
    await page.reload()
    await home.getByText('Nothing waits').waitFor()

    await page.getByRole('link', { name: 'About', exact: true }).click()
    await page.getByTestId('about').getByText('Keeps the tickets of the help desk').waitFor()
    await page.getByTestId('about').getByText('/ticket').waitFor()
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await page.getByRole('textbox', { name: 'Message Desk' }).waitFor()
    expect(ana.errors).toEqual([])
  })

  test('says that the app has published no home', async () => {
    const server = await startAppServer()
    const ana = await signInAt(server, 'Ana Lima', '/c/D0ANADESK')
    await ana.page.getByRole('link', { name: 'Home', exact: true }).click()
    await ana.page.getByTestId('home').getByText('Desk has not published a home yet.').waitFor()
    expect(ana.errors).toEqual([])
  })

  test('[ACT-33] opens on its Home if the app only sends messages, which have no composer', async () => {
    const server = await startAppServer()
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    await ana.page.getByRole('link', { name: 'Bell' }).click()
    await ana.page.getByTestId('home').waitFor()
    await ana.goTo('general')
    await createClient(server, 'xoxb-acme-bell').chat.postMessage({ channel: 'D0ANABELL', text: 'It rings' })
    await ana.page.getByRole('link', { name: 'Bell' }).and(ana.page.locator('[data-unread]')).click()
    await ana.waitForMessage('It rings')
    await ana.page.getByText('Bell does not read messages.').waitFor()
    await expect.poll(() => ana.page.getByRole('textbox').count()).toBe(0)
    expect(ana.errors).toEqual([])
  })
})
