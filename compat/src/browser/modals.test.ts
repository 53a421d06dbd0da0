import { describe, expect, test } from 'vitest'
import { aDesk, examples, plain, ticket } from '#testing/desk'
import { aPerson } from '#testing/person'
import { anAppServer, type Server } from '#testing/server'

/** An app that opens tickets, whoever asks for it and wherever. */
function aTicketDesk(server: Server) {
  return aDesk(server, (app, done) => {
    app.shortcut({ callback_id: 'ticket', type: 'shortcut' }, async ({ ack, client, shortcut }) => {
      await ack()
      await client.views.open({ trigger_id: shortcut.trigger_id, view: ticket })
    })
    app.shortcut({ callback_id: 'ticket_of', type: 'message_action' }, async ({ ack, client, shortcut }) => {
      await ack()
      const view = { ...ticket, private_metadata: shortcut.message.ts, title: plain('Of a message') }
      await client.views.open({ trigger_id: shortcut.trigger_id, view })
    })
    app.action('examples', async ({ ack, client, body }) => {
      await ack()
      if ('trigger_id' in body) await client.views.push({ trigger_id: body.trigger_id, view: examples })
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

describe('somebody whom an app asks in a modal', () => {
  test('is told what is missing and what is wrong, and is done when it is right', async () => {
    const server = await anAppServer()
    const desk = await aTicketDesk(server)
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const { page } = ana
    const opener = page.getByRole('button', { name: 'Shortcuts', exact: true })
    await opener.press('Enter')
    await page.getByRole('menuitem', { name: /Open a ticket/ }).press('Enter')
    const modal = page.getByRole('dialog', { name: 'New ticket' })
    const title = modal.getByRole('textbox', { name: 'Title' })
    const send = modal.getByRole('button', { name: 'Open ticket' })

    await send.click()
    await modal.getByText('Fill this in.').waitFor()
    expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
    await title.fill('Printer')
    expect(await modal.getByText('Fill this in.').count()).toBe(0)
    await title.press('Enter')
    await modal.getByText('There is one of that name.').waitFor()
    expect(await title.getAttribute('aria-invalid')).toBe('true')
    expect(await title.inputValue()).toBe('Printer')

    await title.fill('Printer in room 4')
    await modal.getByRole('radio', { name: 'High' }).check()
    await modal.getByRole('combobox', { name: 'Who else should know?' }).click()
    await page.getByRole('option', { name: /Ben/ }).click()
    await page.keyboard.press('Escape')
    await modal.getByLabel('Needed by').fill('2026-12-24')
    await send.click()
    await expect.poll(() => modal.count()).toBe(0)
    await ana.reads('Ticket: Printer in room 4')
    expect(desk.done).toMatchObject([
      {
        title: { typed: { type: 'plain_text_input', value: 'Printer in room 4' } },
        urgency: { chosen: { selected_option: { value: 'high' } } },
        people: { chosen: { selected_users: ['U0BEN'] } },
        day: { chosen: { selected_date: '2026-12-24' } },
      },
    ])
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(ana.complaints).toEqual([])
  })

  test('goes deeper and comes back to what they wrote, and the app hears that they close it', async () => {
    const server = await anAppServer()
    const desk = await aTicketDesk(server)
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
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
    expect(await focused.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => modal.count()).toBe(0)
    await expect.poll(() => desk.done).toEqual(['closed'])
    expect(ana.complaints).toEqual([])
  })

  test('comes from a message, which the app knows', async () => {
    const server = await anAppServer()
    await aTicketDesk(server)
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const { page } = ana
    await ana.message('Good morning').hover()
    await ana.message('Good morning').getByRole('button', { name: 'Message shortcuts' }).click()
    await page.getByRole('menuitem', { name: /Make a ticket of it/ }).click()
    const modal = page.getByRole('dialog', { name: 'Of a message' })
    await modal.getByRole('textbox', { name: 'Title' }).fill('A greeting')
    await modal.getByRole('button', { name: 'Open ticket' }).click()
    await ana.reads('Ticket: A greeting (about 1767225600.000100)')
    expect(ana.complaints).toEqual([])
  })
})

describe('somebody who looks at an app', () => {
  test('sees its home, uses it, and sees it change', async () => {
    const server = await anAppServer()
    await aDesk(server, (app) => {
      const home = (text: string) => ({
        type: 'home' as const,
        blocks: [
          { type: 'section' as const, text: plain(text) },
          {
            type: 'actions' as const,
            elements: [{ type: 'button' as const, action_id: 'take', text: plain('Take it') }],
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
    const ana = await aPerson(server, 'Ana Lima', '/c/D0ANADESK')
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
    expect(ana.complaints).toEqual([])
  })

  test('that has put nothing on its home is told so', async () => {
    const server = await anAppServer()
    const ana = await aPerson(server, 'Ana Lima', '/c/D0ANADESK')
    await ana.page.getByRole('link', { name: 'Home', exact: true }).click()
    await ana.page.getByTestId('home').getByText('Desk has put nothing on its home so far.').waitFor()
    expect(ana.complaints).toEqual([])
  })

  test('that only tells things cannot write to it', async () => {
    const server = await anAppServer()
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    await ana.page.getByRole('link', { name: 'Bell' }).click()
    await ana.page.getByText('Bell only tells you things here.').waitFor()
    expect(await ana.page.getByRole('textbox').count()).toBe(0)
    expect(ana.complaints).toEqual([])
  })
})
