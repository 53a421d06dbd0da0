import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { field, textField } from '#load/untypedFields'
import { withAttackedServer } from '#attack/attackedServer'
import type { Attack } from '#attack/runAttacks'
import { twoTeamsFile } from '#attack/tenants/workspace'
import { readMethods } from '#attack/tenants/theirContent'
import { Browser } from './browser.ts'
import { framesOf, searches } from './questions.ts'

/** In everything that is written after the person was removed, and in nothing before. */
const canary = 'nachtigall'
const nonsense = 'zzzqwx'
const [team, ana, ben, secret, open, root] = ['T0A', 'U0AANA', 'U0ABEN', 'C0ASECRET', 'C0AOPEN', '1767225600.000100']

/**
 * A person prepares all that outlives a membership (reminders, scheduled messages, drafts, followed threads, a push
 * subscription), is removed from a private channel, and asks for what is written there since, at every door.
 */
export const attack: Attack = (print) =>
  withAttackedServer(
    async ({ api }) => {
      const { origin } = new URL(api)
      const pushed: string[] = []
      const pushService = createServer((request, response) => {
        pushed.push(request.url ?? '')
        response.writeHead(201).end()
      }).listen(0, '127.0.0.1')
      await once(pushService, 'listening')
      const address = pushService.address()
      const pushPort = typeof address === 'object' ? address?.port : 0
      const [owner, former] = [await Browser.open(origin, team, ana), await Browser.open(origin, team, ben)]
      try {
        const control = async (path: string, body: object): Promise<unknown> =>
          (
            await fetch(`${origin}/control/${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
          ).json()
        const token = textField(await control('users/token', { team, user: ben }), 'token')
        const now = () => Date.now()

        await owner.do({ type: 'invite', channel: secret, users: [ben] })
        await former.do({ type: 'open', channel: secret })
        const reply = await former.do({ type: 'send', channel: secret, text: 'mine', thread_ts: root })
        const own = await former.do({ type: 'send', channel: secret, text: 'mine too' })
        for (const ts of [root, own])
          await former.do({ type: 'save', channel: secret, ts, remind_at: now() + 1_800_000 })
        await former.do({ type: 'react', channel: secret, ts: root, name: 'tada' })
        const postAt = Math.floor(now() / 1000) + 1800
        await former.do({ type: 'schedule', channel: secret, text: 'later', post_at: postAt })
        await former.do({ type: 'notify', channel: secret, notify: 'all' })
        const draft = { text: 'half', picked: [] }
        await former.ask({ type: 'draft', channel: secret, at: now(), draft })
        const keys = {
          p256dh: createECDH('prime256v1').generateKeys('base64url'),
          auth: randomBytes(16).toString('base64url'),
        }
        await former.do({ type: 'subscribe', endpoint: `http://127.0.0.1:${pushPort}/p`, ...keys, text: true })
        const welcome: unknown = JSON.parse(former.frames[0] ?? '{}')

        await owner.do({ type: 'kick', channel: secret, user: ben })
        for (const text of [`<@${ben}> ${canary}`, `<!channel> ${canary}`, canary])
          await owner.do({ type: 'send', channel: secret, text })
        const pinned = await owner.do({ type: 'send', channel: secret, text: `${canary} https://${canary}.example` })
        await owner.do({ type: 'send', channel: secret, text: `<@${ben}> ${canary}`, thread_ts: root })
        await owner.do({ type: 'send', channel: secret, text: canary, thread_ts: own, broadcast: true })
        await owner.do({ type: 'edit', channel: secret, ts: root, text: `<@${ben}> ${canary}` })
        await owner.do({ type: 'edit', channel: secret, ts: root, text: `${canary} again` })
        await owner.do({ type: 'pin', channel: secret, ts: pinned })
        await owner.do({ type: 'react', channel: secret, ts: own, name: 'eyes' })
        await owner.do({ type: 'topic', channel: secret, topic: canary })
        await owner.do({ type: 'bookmark', channel: secret, title: canary, link: 'https://example.org', emoji: '' })
        const known = [reply, own, root, pinned]
        // A clock that is ahead makes reminders, scheduled messages and pushes due.
        await control('clock', { advance: '2h' })
        await sleep(3000)

        const leaks: string[] = []
        let asked = 0
        const judge = (what: string, answer: string): void => {
          asked++
          if (answer.includes(canary) && !what.includes(canary))
            leaks.push(`${what} was answered ${answer.slice(0, 300)}`)
        }
        await former.connect({ after: field(welcome, 'seq'), epoch: field(welcome, 'epoch'), watching: [secret, open] })
        for (const ts of known)
          for (const frame of framesOf({ channel: secret, other: open, ts, user: ana, at: now() + 7_300_000 }))
            judge(JSON.stringify(frame), await former.ask(frame))
        const totals = new Map<string, unknown>()
        for (const text of searches({ words: [canary, nonsense], channel: secret, name: 'secret', user: ana })) {
          const answer = await former.ask({ type: 'search', text })
          asked++
          totals.set(text, field(JSON.parse(answer), 'total'))
          if (answer.includes(secret)) leaks.push(`search ${text} was answered ${answer.slice(0, 300)}`)
          const told = totals.get(text.replaceAll(canary, nonsense)) ?? totals.get(text)
          if (text.includes(canary) && told !== totals.get(text))
            leaks.push(`search ${text} counts ${totals.get(text)}`)
        }
        for (const [method, names] of await readMethods(origin)) {
          if (['auth.revoke', 'apps.uninstall'].includes(method)) continue
          for (const ts of [root, pinned]) {
            const args = Object.fromEntries(names.flatMap((name) => argument(name, ts)))
            const headers = { ...json, authorization: `Bearer ${token}` }
            const answer = await fetch(`${api}${method}`, { method: 'POST', headers, body: JSON.stringify(args) })
            judge(`${method} ${JSON.stringify(args)}`, await answer.text())
          }
        }
        const { cookie } = former
        for (const path of ['/session/teams', `/session?team=${team}&channel=${secret}&ts=${pinned}`]) {
          const answer = await (await fetch(origin + path, { headers: { cookie } })).text()
          judge(path, answer)
          if (answer.includes('"sees":true')) leaks.push(`${path} says that there is a message`)
        }
        for (const frame of former.frames) judge('what came on the feed', frame)
        if (pushed.length > 0) leaks.push(`${pushed.length} notifications were pushed`)
        print(
          `${asked} answers to a former member: ${leaks.length} with something of the channel; ${pushed.length} pushes`,
        )
        if (leaks[0] !== undefined) throw new Error(leaks.slice(0, 20).join('\n'))

        function argument(name: string, ts: string): [string, unknown][] {
          if (/channels?$|^channel/.test(name)) return [[name, secret]]
          if (/^users?$/.test(name)) return [[name, ana]]
          if (/ts$|timestamp|oldest/.test(name)) return [[name, ts]]
          if (name === 'query') return [[name, `in:${secret}`]]
          if (name === 'text' || name === 'name') return [[name, 'x']]
          return []
        }
      } finally {
        owner.close()
        former.close()
        pushService.close()
      }
    },
    { workspace: twoTeamsFile(['chat:write']) },
  )

const json = { 'content-type': 'application/json' }
