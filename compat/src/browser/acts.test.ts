import { describe, expect, test } from 'vitest'
import { aDesk, option, plain } from '#testing/desk'
import { aPerson } from '#testing/person'
import { anAppServer } from '#testing/server'

describe('somebody who uses the elements of a message', () => {
  test('presses a button, after a question where the app wants one, and sees what comes of it', async () => {
    const server = await anAppServer()
    const desk = await aDesk(server, (app) => {
      app.action('deploy', async ({ ack, respond }) => {
        await ack()
        await respond({ replace_original: true, text: 'It is deployed' })
      })
    })
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const confirm = { title: plain('Sure?'), text: plain('All see it.'), confirm: plain('Deploy'), deny: plain('No') }
    await desk.asks([
      { type: 'actions', elements: [{ type: 'button', action_id: 'deploy', text: plain('Deploy now'), confirm }] },
    ])
    const button = ana.page.getByRole('button', { name: 'Deploy now' })
    const question = ana.page.getByRole('dialog', { name: 'Sure?' })

    await button.click()
    await question.getByRole('button', { name: 'No' }).click()
    await expect.poll(() => question.count()).toBe(0)
    await button.press('Enter')
    await question.getByRole('button', { name: 'Deploy' }).click()
    await ana.reads('It is deployed')
    expect(await button.count()).toBe(0)
    expect(ana.complaints).toEqual([])
  })

  test('chooses with the keyboard alone, and the app hears the choice with all other fields', async () => {
    const server = await anAppServer()
    const desk = await aDesk(server, (app, done) => {
      app.action(/./, async ({ ack, body, payload }) => {
        await ack()
        const { values = {} } =
          'state' in body && typeof body.state === 'object' && 'values' in body.state ? body.state : {}
        done([payload, values['all']])
      })
    })
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const options = ['Dublin', 'Osaka', 'Tokyo'].map(option)
    await desk.asks([
      {
        type: 'actions',
        block_id: 'all',
        elements: [
          { type: 'static_select', action_id: 'city', placeholder: plain('City'), options },
          { type: 'multi_users_select', action_id: 'who', placeholder: plain('People') },
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
    expect(ana.complaints).toEqual([])
  })

  test('searches what only the app knows', async () => {
    const server = await anAppServer()
    const desk = await aDesk(server, (app, done) => {
      app.options('ticket', async ({ ack, payload }) => {
        await ack({ options: ['Printer', 'Prism'].map(option).filter(({ value }) => value?.startsWith(payload.value)) })
      })
      app.action('ticket', async ({ ack, payload }) => {
        await ack()
        done(payload)
      })
    })
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const element = { type: 'external_select', action_id: 'ticket', min_query_length: 2 } as const
    await desk.asks([
      { type: 'section', text: plain('Which?'), accessory: { ...element, placeholder: plain('Ticket') } },
    ])
    const box = ana.page.getByRole('combobox', { name: 'Ticket' })
    await box.click()
    await ana.page.getByText('Type 2 letters to search.').waitFor()
    await box.pressSequentially('pri')
    await expect.poll(() => ana.page.getByRole('option').allTextContents()).toEqual(['Printer', 'Prism'])
    await box.pressSequentially('x')
    await ana.page.getByText('Nothing fits.').waitFor()
    await box.press('Backspace')
    await ana.page.getByRole('option', { name: 'Prism' }).click()
    await expect.poll(() => desk.done).toMatchObject([{ selected_option: { value: 'prism' } }])
    expect(ana.complaints).toEqual([])
  })

  test('says what they think of an answer, and changes their mind', async () => {
    const server = await anAppServer()
    const desk = await aDesk(server, (app, done) => {
      app.action('feedback', async ({ ack, payload }) => {
        await ack()
        done('value' in payload && payload.value)
      })
    })
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    await desk.asks([
      {
        type: 'context_actions',
        elements: [
          {
            type: 'feedback_buttons',
            action_id: 'feedback',
            positive_button: { text: plain('Good'), value: 'good', accessibility_label: 'A good answer' },
            negative_button: { text: plain('Bad'), value: 'bad' },
          },
        ],
      },
    ])
    const good = ana.page.getByRole('button', { name: 'A good answer' })
    await good.click()
    await ana.page.getByTestId('feedback').getByText('Thank you.').waitFor()
    expect(await good.getAttribute('aria-pressed')).toBe('true')
    await ana.page.getByRole('button', { name: 'Bad' }).click()
    await expect.poll(() => desk.done).toEqual(['good', 'bad'])
    expect(await good.getAttribute('aria-pressed')).toBe('false')
    expect(ana.complaints).toEqual([])
  })

  test('is told in a calm line when the app does not answer, and nothing has moved meanwhile', async () => {
    const server = await anAppServer()
    const desk = await aDesk(server, (app) => app.action('silent', async () => {}))
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    await desk.asks([
      { type: 'actions', elements: [{ type: 'button', action_id: 'silent', text: plain('Wait for ever') }] },
    ])
    const button = ana.page.getByRole('button', { name: 'Wait for ever' })
    await button.waitFor()
    const before = await button.boundingBox()
    await button.click()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    expect(await button.boundingBox()).toEqual(before)
    await ana.page
      .getByRole('article')
      .getByText(/Desk did not answer/)
      .waitFor()
    expect(await button.getAttribute('aria-busy')).toBeNull()
    await expect.poll(() => ana.page.getByTestId('announcer').textContent()).toMatch(/Desk did not answer/)
    expect(ana.complaints.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
  })
})

describe('somebody who writes a command', () => {
  test('finds it in the list, sends it, and gets an answer that nobody else sees', async () => {
    const server = await anAppServer()
    await aDesk(server, (app) => {
      app.command('/ticket', async ({ ack, command }) => ack({ text: `Opened: ${command.text}` }))
    })
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const ben = await aPerson(server, 'Ben Okafor', '/c/C0GENERAL')
    const composer = ana.page.getByRole('textbox', { name: 'Message #general' })

    await composer.pressSequentially('/ti')
    await ana.page.getByRole('option', { name: /\/ticket \[what is broken\]/ }).waitFor()
    await composer.press('Tab')
    await composer.pressSequentially('the printer')
    await composer.press('Enter')
    await ana.page.getByTestId('ephemeral').getByText('Opened: the printer').waitFor()
    expect(await composer.inputValue()).toBe('')
    expect(await ben.page.getByText('Opened: the printer').count()).toBe(0)
    expect([...ana.complaints, ...ben.complaints]).toEqual([])
  })

  test('is told when there is no such command, and when its app does not answer', async () => {
    const server = await anAppServer()
    await aDesk(server, (app) => app.command('/silent', async () => {}))
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
    const composer = ana.page.getByRole('textbox', { name: 'Message #general' })
    const trouble = ana.page.getByTestId('composer-trouble')

    await ana.says('/nope at all')
    await trouble.getByText('There is no command /nope.').waitFor()
    expect(await composer.inputValue()).toBe('/nope at all')
    await ana.says('/usr/bin is a path')
    await ana.reads('/usr/bin is a path')

    await ana.says('/silent please')
    await ana.page.getByText('Waiting for Desk…').waitFor()
    await trouble.getByText(/Desk did not answer/).waitFor()
    expect(await composer.inputValue()).toBe('/silent please')
  })
})
