import { onTestFinished } from 'vitest'
import { PushSender } from '#delivery/push/pushSender'
import { PushService } from '#delivery/push/pushService'
import { ServerNode } from '#domain/nodes/serverNode'
import { sendMessage } from '#domain/people/messages/send'
import { createSession } from '#domain/people/sessions'
import { hashToken } from '#domain/ids'
import type { PushRule } from '#domain/push/rule'
import { subscribe, type PushAddress } from '#domain/push/subscriptions'
import type { Caller } from '#domain/access/caller'
import type { OpenStore } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'

/** Acme with people who subscribe to pushes and write, and a sender of these pushes. */
export async function createPushScene(open: OpenStore) {
  const acme = await loadAcme(open)
  const { store, findPerson } = acme
  const [ana, ben, eve] = [await findPerson('U0ANA'), await findPerson('U0BEN'), await findPerson('U0EVE')]
  const unexpectedErrors: unknown[] = []
  return { ...acme, ana, ben, eve, unexpectedErrors, signIn, subscribed, say, passTime, startSender }

  /** Signs a person in. Returns the hash of the session. */
  async function signIn(person: Caller): Promise<string> {
    return hashToken(await store.write((tx) => createSession(tx, person.teamId, person.userId)))
  }
  /** Signs a person in, and subscribes their browser. */
  async function subscribed(person: Caller, address: PushAddress, showsText = true): Promise<string> {
    const hash = await signIn(person)
    await store.write((tx) => subscribe(tx, { hash, person }, address, showsText))
    return hash
  }
  function say(person: Caller, text: string, channelId = 'C0HELP', threadTs?: string): Promise<string> {
    const clientMsgId = crypto.randomUUID()
    return store.write((tx) => sendMessage(tx, person, { channelId, text, threadTs, clientMsgId, toAssistant: false }))
  }
  /** So long that what was said is pushed. */
  function passTime(milliseconds = 2000): void {
    store.db.clock.advance(milliseconds)
  }
  async function startSender({ rule = 'on' as PushRule, networks = ['loopback'] } = {}): Promise<void> {
    const node = new ServerNode(store)
    await node.beat()
    const service = new PushService(store.db.clock, networks, 'https://chat.example.org')
    const sender = new PushSender(store, node, service, rule, (error) => unexpectedErrors.push(error))
    await sender.start()
    onTestFinished(() => sender.stop())
  }
}
