import type { Page } from 'playwright-core'

/** Pretends that the page is in front, or behind others. */
export function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** The notifications that the service worker shows. */
export function shownIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, body, tag }) => `${title}: ${body} (${tag})`)
  })
}

/** Returns a function that hands a push to the service worker, as the browser does when it has decrypted one. */
export async function prepareDelivery(page: Page, origin: string) {
  // One that is still being installed takes nothing.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devtools = await page.context().newCDPSession(page)
  const found = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.startsWith(origin)) found.resolve(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  return async (push: object) => {
    const registrationId = await found.promise
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(push) })
  }
}
