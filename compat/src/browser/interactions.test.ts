import { textOf } from '#testing/browser'
import { describe, expect, test } from 'vitest'
import { startDeskApp, option, plainText } from '#testing/deskApp'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

describe('elements of a message', () => {
  test('a button asks for confirmation if the app wants it, and the message shows the result', async () => {
    const server = await startAppServer()
    const desk = await startDeskApp(server, (app) => {
      app.action('deploy', async ({ ack, respond }) => {
        await ack()
        await respond({ replace_original: true, text: 'It is deployed' })
      })
    })
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const confirm = {
      title: plainText('Sure?'),
      text: plainText('All see it.'),
      confirm: plainText('Deploy'),
      deny: plainText('No'),
    }
    await desk.post([
      { type: 'actions', elements: [{ type: 'button', action_id: 'deploy', text: plainText('Deploy now'), confirm }] },
    ])
    const button = ana.page.getByRole('button', { name: 'Deploy now' })
    const question = ana.page.getByRole('dialog', { name: 'Sure?' })

    await button.click()
    await question.getByRole('button', { name: 'No' }).click()
    await expect.poll(() => question.count()).toBe(0)
    await button.press('Enter')
    await question.getByRole('button', { name: 'Deploy' }).click()
    await ana.waitForMessage('It is deployed')
    await expect.poll(() => button.count()).toBe(0)
    expect(ana.errors).toEqual([])
  })

  test('menus work with the keyboard alone, and the app gets the choice with all other state values', async () => {
    const server = await startAppServer()
    const desk = await startDeskApp(server, (app, done) => {
      app.action(/./, async ({ ack, body, payload }) => {
        await ack()
        const { values = {} } =
          'state' in body && typeof body.state === 'object' && 'values' in body.state ? body.state : {}
        done([payload, values['all']])
      })
    })
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const options = ['Dublin', 'Osaka', 'Tokyo'].map(option)
    await desk.post([
      {
        type: 'actions',
        block_id: 'all',
        elements: [
          { type: 'static_select', action_id: 'city', placeholder: plainText('City'), options },
          { type: 'multi_users_select', action_id: 'who', placeholder: plainText('People') },
          { type: 'checkboxes', action_id: 'also', options: ['Tell all', 'Watch'].map(option) },
          { type: 'datepicker', action_id: 'day', initial_date: '2026-12-01' },
        ],
      },
    ])

    const city = ana.page.getByRole('combobox', { name: 'City', disabled: false })
    await city.focus()
    await ana.page.keyboard.type('o')
    await ana.page.keyboard.press('ArrowDown')
    await ana.page.keyboard.press('Enter')
    await expect.poll(() => city.inputValue()).toBe('Tokyo')
    await expect.poll(() => desk.done.length).toBe(1)
    expect(desk.done[0]).toMatchObject([
      { type: 'static_select', action_id: 'city', selected_option: { value: 'tokyo' } },
      { day: { selected_date: '2026-12-01' }, also: { selected_options: [] } },
    ])

    const who = ana.page.getByRole('combobox', { name: 'People' })
    await who.focus()
    for (const name of ['ben', 'ana']) {
      await ana.page.keyboard.type(name)
      await ana.page.keyboard.press('Enter')
    }
    await ana.page.keyboard.press('Escape')
    await expect.poll(() => desk.done.length).toBe(2)
    expect(desk.done[1]).toMatchObject([{ selected_users: ['U0BEN', 'U0ANA'] }, {}])
    await ana.page.getByRole('checkbox', { name: 'Watch' }).press('Space')
    await expect.poll(() => desk.done.length).toBe(3)
    expect(desk.done[2]).toMatchObject([
      { selected_options: [{ value: 'watch' }] },
      { city: { selected_option: { value: 'tokyo' } }, who: { selected_users: ['U0BEN', 'U0ANA'] } },
    ])
    expect(ana.errors).toEqual([])
  })

  test('an external menu searches options of the app', async () => {
    const server = await startAppServer()
    const desk = await startDeskApp(server, (app, done) => {
      app.options('ticket', async ({ ack, payload }) => {
        await ack({ options: ['Printer', 'Prism'].map(option).filter(({ value }) => value?.startsWith(payload.value)) })
      })
      app.action('ticket', async ({ ack, payload }) => {
        await ack()
        done(payload)
      })
    })
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const element = { type: 'external_select', action_id: 'ticket', min_query_length: 2 } as const
    await desk.post([
      { type: 'section', text: plainText('Which?'), accessory: { ...element, placeholder: plainText('Ticket') } },
    ])
    const box = ana.page.getByRole('combobox', { name: 'Ticket' })
    await box.click()
    await ana.page.getByText('Type 2 letters to search.').waitFor()
    await box.pressSequentially('pri')
    await expect.poll(() => ana.page.getByRole('option').allTextContents()).toEqual(['Printer', 'Prism'])
    await box.pressSequentially('x')
    await ana.page.getByText('No matches.').waitFor()
    await box.press('Backspace')
    await ana.page.getByRole('option', { name: 'Prism' }).click()
    await expect.poll(() => desk.done).toMatchObject([{ selected_option: { value: 'prism' } }])
    expect(ana.errors).toEqual([])
  })

  test('feedback can be given and changed', async () => {
    const server = await startAppServer()
    const desk = await startDeskApp(server, (app, done) => {
      app.action('feedback', async ({ ack, payload }) => {
        await ack()
        done('value' in payload && payload.value)
      })
    })
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    await desk.post([
      {
        type: 'context_actions',
        elements: [
          {
            type: 'feedback_buttons',
            action_id: 'feedback',
            positive_button: { text: plainText('Good'), value: 'good', accessibility_label: 'A good answer' },
            negative_button: { text: plainText('Bad'), value: 'bad' },
          },
        ],
      },
    ])
    const good = ana.page.getByRole('button', { name: 'A good answer' })
    await good.click()
    await ana.page.getByTestId('feedback').getByText('Thank you.').waitFor()
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')
    await ana.page.getByRole('button', { name: 'Bad' }).click()
    await expect.poll(() => desk.done).toEqual(['good', 'bad'])
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('false')
    expect(ana.errors).toEqual([])
  })

  test('a line says when the app does not answer, and the layout does not shift meanwhile', async () => {
    const server = await startAppServer()
    const desk = await startDeskApp(server, (app) => app.action('silent', async () => {}))
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    await desk.post([
      { type: 'actions', elements: [{ type: 'button', action_id: 'silent', text: plainText('Wait forever') }] },
    ])
    const button = ana.page.getByRole('button', { name: 'Wait forever' })
    // Waits until the button stands still.
    await button.hover()
    const before = await button.boundingBox()
    await button.click()
    await button.and(ana.page.locator('[aria-busy="true"]')).waitFor()
    expect(await button.boundingBox()).toEqual(before)
    await ana.page
      .getByRole('article')
      .getByText(/Desk did not answer/)
      .waitFor()
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
    await expect.poll(() => ana.page.getByTestId('announcer').textContent()).toMatch(/Desk did not answer/)
    expect(ana.errors.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
  })
})

describe('slash commands', () => {
  test('a command is suggested, sent, and answered for its sender alone', async () => {
    const server = await startAppServer()
    await startDeskApp(server, (app) => {
      app.command('/ticket', async ({ ack, command }) => ack({ text: `Opened: ${command.text}` }))
    })
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const ben = await signInAt(server, 'Ben Okafor', '/c/C0GENERAL')
    const composer = ana.page.getByRole('textbox', { name: 'Message #general' })

    await composer.pressSequentially('/ti')
    await ana.page.getByRole('option', { name: /\/ticket \[what is broken\]/ }).waitFor()
    await composer.press('Tab')
    await composer.pressSequentially('the printer')
    await composer.press('Enter')
    await ana.page.getByTestId('ephemeral').getByText('Opened: the printer').waitFor()
    await expect.poll(() => textOf(composer)).toBe('')
    await expect.poll(() => ben.page.getByText('Opened: the printer').count()).toBe(0)
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })

  test('an unknown command and an app that does not answer are reported', async () => {
    const server = await startAppServer()
    await startDeskApp(server, (app) => app.command('/silent', async () => {}))
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
    const composer = ana.page.getByRole('textbox', { name: 'Message #general' })
    const composerError = ana.page.getByTestId('composer-error')

    await ana.sendMessage('/nope at all')
    await composerError.getByText('There is no command /nope.').waitFor()
    await expect.poll(() => textOf(composer)).toBe('/nope at all')
    await ana.sendMessage('/usr/bin is a path')
    await ana.waitForMessage('/usr/bin is a path')

    await ana.sendMessage('/silent please')
    await ana.page.getByText('Waiting for Desk…').waitFor()
    await composerError.getByText(/Desk did not answer/).waitFor()
    await expect.poll(() => textOf(composer)).toBe('/silent please')
  })
})
