import { expect, test } from 'vitest'
import { anAppThatAsks } from '#testing/asking'
import { aViewer, aVisitor } from '#testing/browser'
import { aServer } from '#testing/server'

test('[APP-5, APP-7] who is not signed in signs in, comes back to the question, and lets the app in', async () => {
  const server = await aServer()
  const { asking, came, app } = await anAppThatAsks(server)
  const { page, complaints } = await aVisitor(server)

  await page.goto(asking)
  await page.getByRole('button', { name: 'Ben Okafor' }).click()

  await page.getByRole('heading', { name: 'Heron asks again for access to Acme' }).waitFor()
  expect(await page.getByRole('region', { name: 'As Heron, an app among you, it can' }).innerText()).toContain(
    'Send messages as itself',
  )
  expect(await page.getByRole('region', { name: 'In your name, Ben, it can' }).innerText()).toContain(
    'Send messages as you',
  )
  expect(await page.getByText('You are Ben in Acme.').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back at Heron' }).waitFor()

  expect(complaints).toEqual([])
  expect(came[0]?.searchParams.get('state')).toBe('a state')
  const body = new URLSearchParams({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    code: came[0]?.searchParams.get('code') ?? '',
  })
  const tokens = await fetch(`${server.api}oauth.v2.access`, { method: 'POST', body })
  expect(await tokens.json()).toMatchObject({ ok: true, authed_user: { id: 'U0BEN', scope: 'chat:write' } })
})

test('[APP-5] Cancel leads back without a code; another person may be asked instead', async () => {
  const server = await aServer()
  const { asking, came } = await anAppThatAsks(server)
  const { page } = await aViewer(server, 'Ana Lima')

  await page.goto(asking)
  await page.getByRole('button', { name: 'Be somebody else' }).click()
  await page.getByRole('button', { name: 'Eve Moss' }).click()
  await page.getByText('You are Eve in Acme.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Back at Heron' }).waitFor()

  expect(Object.fromEntries(came[0]?.searchParams ?? [])).toEqual({ error: 'access_denied', state: 'a state' })
})
