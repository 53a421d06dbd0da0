import { expect, test } from 'vitest'
import { createConsentApp } from '#testing/consentApp'
import { signIn, openBrowser } from '#testing/browser'
import { startServer } from '#testing/server'

test('[APP-5, APP-7] a person who is signed out signs in, returns to the consent page, and allows the app', async () => {
  const server = await startServer()
  const { consentUrl, callbacks, app } = await createConsentApp(server)
  const { page, errors } = await openBrowser(server)

  await page.goto(consentUrl)
  await page.getByRole('button', { name: 'Ben Okafor' }).click()

  await page.getByRole('heading', { name: 'Heron asks again for access to Acme' }).waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'As the app Heron, it can' }).innerText())
    .toContain('Send messages as itself')
  await expect
    .poll(() => page.getByRole('region', { name: 'On your behalf, Ben, it can' }).innerText())
    .toContain('Send messages as you')
  await expect.poll(() => page.getByText('You are signed in as Ben in Acme.').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back at Heron' }).waitFor()

  expect(errors).toEqual([])
  expect(callbacks[0]?.searchParams.get('state')).toBe('a state')
  const body = new URLSearchParams({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    code: callbacks[0]?.searchParams.get('code') ?? '',
  })
  const tokens = await fetch(`${server.api}oauth.v2.access`, { method: 'POST', body })
  expect(await tokens.json()).toMatchObject({ ok: true, authed_user: { id: 'U0BEN', scope: 'chat:write' } })
})

test('[APP-5] Cancel redirects without a code; a person can switch to another account first', async () => {
  const server = await startServer()
  const { consentUrl, callbacks } = await createConsentApp(server)
  const { page } = await signIn(server, 'Ana Lima')

  await page.goto(consentUrl)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByRole('button', { name: 'Eve Moss' }).click()
  await page.getByText('You are signed in as Eve in Acme.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Back at Heron' }).waitFor()

  expect(Object.fromEntries(callbacks[0]?.searchParams ?? [])).toEqual({ error: 'access_denied', state: 'a state' })
})

test('[HOOK-1] a person chooses the channel of a webhook before they allow it', async () => {
  const server = await startServer()
  const { consentUrl, callbacks, app } = await createConsentApp(server)
  const { page, errors } = await signIn(server, 'Ana Lima')

  await page.goto(consentUrl.replace('im%3Ahistory', 'incoming-webhook'))
  const allow = page.getByRole('button', { name: 'Allow' })
  const channel = page.getByRole('combobox', { name: 'Where should Heron post?' })
  await channel.waitFor()
  await expect.poll(() => allow.isDisabled()).toBe(true)
  await channel.selectOption({ label: '# general' })
  await allow.click()
  await page.getByRole('heading', { name: 'Back at Heron' }).waitFor()

  expect(errors).toEqual([])
  const code = callbacks[0]?.searchParams.get('code') ?? ''
  const body = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, code })
  const tokens = await fetch(`${server.api}oauth.v2.access`, { method: 'POST', body })
  expect(await tokens.json()).toMatchObject({ incoming_webhook: { channel: '#general', channel_id: 'C0GENERAL' } })
})
