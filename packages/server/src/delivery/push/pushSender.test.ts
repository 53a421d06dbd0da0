import { expect, test } from 'vitest'
import { findPushKey } from '#domain/push/key'
import { createPushScene } from '#testing/apps/pushScene'
import { readVapid, startPushService } from '#testing/apps/pushService'
import { startBareServer } from '#testing/server/bareServers'
import { onBothDatabases } from '#testing/database/databases'

onBothDatabases('sent pushes', (open) => {
  test('[NTF-8, NTF-11] a push is encrypted for one browser, and signed with a key that is sealed', async () => {
    const { store, ana, ben, say, subscribed, passTime, startSender, unexpectedErrors } = await createPushScene(open)
    const { service, received, subscribe, url } = await startPushService()
    await subscribed(ana, subscribe('laptop'))
    await subscribed(ana, subscribe('phone'), false)
    await startSender()
    const ts = await say(ben, '<@U0ANA> look')
    passTime()
    await expect.poll(() => received.map(({ path }) => path).toSorted()).toEqual(['/push/laptop', '/push/phone'])
    const about = { person: { team: 'T0ACME', user: 'U0ANA' }, channel: 'C0HELP', ts }
    const [laptop, phone] = received.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    expect(laptop?.payload).toEqual({ ...about, title: 'Ben Okafor in #help-desk', body: '@Ana look' })
    // Without text it says only where it leads to.
    expect(phone?.payload).toEqual(about)
    const key = (await findPushKey(store.db))!
    expect(readVapid(laptop?.headers.authorization, key.publicKey)).toMatchObject({
      aud: url,
      sub: 'https://chat.example.org',
    })
    expect(laptop?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
    const row = await store.db.selectFrom('server_secrets').selectAll().where('name', '=', 'push_key').execute()
    expect(JSON.stringify(row)).not.toContain(key.privateKey)
    await expect.poll(() => store.db.selectFrom('pushes').selectAll().execute()).toEqual([])
    // A later start keeps the key, and what was sent is not sent again.
    await startSender()
    expect(await findPushKey(store.db)).toEqual(key)
    await say(ben, '<@U0ANA> again')
    passTime()
    await expect.poll(() => service.bodies()).toEqual(expect.arrayContaining(['@Ana again', undefined]))
    await expect.poll(() => store.db.selectFrom('pushes').selectAll().execute()).toEqual([])
    expect(received).toHaveLength(4)
    expect(unexpectedErrors).toEqual([])
  })

  test('[NTF-12] a subscription ends with 404 and 410, and a push is tried again after 429 and 5xx, four times', async () => {
    const { store, ana, ben, eve, say, subscribed, passTime, startSender } = await createPushScene(open)
    const { service, received, subscribe } = await startPushService()
    const statuses: Record<string, number> = { gone: 410, busy: 429, strict: 400 }
    service.answer = (path, response) =>
      response.writeHead(statuses[path.slice('/push/'.length)] ?? 201, { 'retry-after': '60' }).end()
    await subscribed(ana, subscribe('gone'))
    await subscribed(ben, subscribe('busy'))
    await subscribed(eve, subscribe('strict'))
    await startSender()
    const count = (name: string) => received.filter(({ path }) => path === `/push/${name}`).length
    await say(ana, '<!channel> hi', 'C0GENERAL')
    await say(ben, '<@U0ANA> hi')
    passTime()
    await expect.poll(() => [count('gone'), count('busy'), count('strict')]).toEqual([1, 1, 1])
    const left = () => store.db.selectFrom('push_subscriptions').select('user_id').orderBy('user_id').execute()
    await expect.poll(left).toEqual([{ user_id: 'U0BEN' }, { user_id: 'U0EVE' }])
    // A try is recorded some time after the service has got it, and the next is due after that. Time that passes before the
    // service has got it would end the try.
    const passTimeUntilDue = async () => {
      const [push] = await pushesOf(store)
      if (push?.attempt === count('busy')) passTime(Math.max(0, push.due_at - store.db.clock.now()))
      return push
    }
    await expect.poll(passTimeUntilDue).toBeUndefined()
    expect(count('busy')).toBe(4)
    expect([count('gone'), count('strict')]).toEqual([1, 1])
  })

  test('[NTF-12] a push service that does not answer holds up nobody else', async () => {
    const { ana, ben, say, subscribed, passTime, startSender } = await createPushScene(open)
    const { service, subscribe } = await startPushService()
    service.answer = (path, response) => path === '/push/quick' && response.writeHead(201).end()
    for (let i = 0; i < 10; i++) await subscribed(ana, subscribe(`hangs${i}`))
    await subscribed(ben, subscribe('quick'))
    await startSender()
    await say(ben, '<@U0ANA> one')
    await say(ana, '<@U0BEN> two')
    passTime()
    await expect.poll(() => service.bodies()).toContain('@Ben Okafor two')
    // Of one person, three requests wait at most.
    await expect.poll(() => service.bodies().filter((body) => body === '@Ana one').length).toBe(3)
  })

  test('[NTF-12] many pushes of one browser hold up nobody else, and of those of one browser the newest count', async () => {
    const { store, ana, ben, eve, say, subscribed, passTime, startSender } = await createPushScene(open)
    const { received, subscribe } = await startPushService()
    await subscribed(ana, subscribe('flooded'))
    await subscribed(eve, subscribe('other'))
    for (let i = 1; i <= 300; i++) await say(ben, `<@U0ANA> ${i}`)
    await say(ben, '<@U0EVE> hello', 'C0GENERAL')
    passTime()
    await startSender()
    await expect.poll(() => received.map(({ path }) => path), { timeout: 10_000 }).toContain('/push/other')
    expect(received.length).toBeLessThan(10)
    expect((await pushesOf(store)).length).toBeLessThanOrEqual(101)
    const flooded = () => received.filter(({ path }) => path === '/push/flooded')
    await expect.poll(() => flooded()[1]?.payload['body']).toBe('@Ana 201')
  })
})

onBothDatabases('addresses of pushes', (open) => {
  test('[NTF-12, EVT-9] an address in a network that is not allowed is not asked, and its subscription ends', async () => {
    const { store, ana, ben, say, subscribed, passTime, startSender } = await createPushScene(open)
    const asked: string[] = []
    const url = await startBareServer((request) => void asked.push(request.url ?? ''))
    const { subscribe } = await startPushService()
    await subscribed(ana, { ...subscribe('a'), endpoint: `${url}/a` })
    await subscribed(ana, { ...subscribe('b'), endpoint: `${url.replace('127.0.0.1', 'localhost')}/b` })
    await subscribed(ana, { ...subscribe('c'), endpoint: 'https://[::1]:4431/c' })
    await startSender({ networks: [] })
    await say(ben, '<@U0ANA> hi')
    passTime()
    await expect.poll(() => store.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
    expect(asked).toEqual([])
  })

  test.each([
    ['without-text' as const, [['person', 'channel', 'ts']]],
    ['off' as const, []],
  ])('[NTF-8, NTF-11] with the setting %s, no words leave the server', async (rule, expected) => {
    const { store, ana, ben, say, subscribed, passTime, startSender } = await createPushScene(open)
    const { received, subscribe } = await startPushService()
    await subscribed(ana, subscribe('laptop'))
    await startSender({ rule })
    await say(ben, '<@U0ANA> secret')
    passTime()
    await expect.poll(() => pushesOf(store)).toEqual([])
    expect(received.map(({ payload }) => Object.keys(payload))).toEqual(expected)
    expect((await findPushKey(store.db)) === undefined).toBe(rule === 'off')
  })
})

type Store = Awaited<ReturnType<typeof createPushScene>>['store']

function pushesOf(store: Store) {
  return store.db.selectFrom('pushes').selectAll().execute()
}
