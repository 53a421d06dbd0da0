import { sentEvents } from '#domain/apps/sentEvents'
import type { Caller } from '#domain/access/caller'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage } from '#domain/people/messages/send'
import { listUnrecordedTeams, recordEvents } from '#delivery/outbox/recordEvents'
import type { Store, Tx } from '#store/db'
import { scoutFile } from '#testing/workspace/scout'
import { createWorkspace } from '#testing/workspace/workspace'

/** The events about apps, their conversations with people, and channels as a whole. */
export const moreEvents = sentEvents.filter((event) =>
  /^(agent|app(?!_mention)|assistant|channel|group|im|tokens)_/.test(event),
)

/** Records the next events of a team. On PostgreSQL, tests that run beside this one may hold the lock for a moment. */
export async function recordNext(store: Store, teamId: string, options: Parameters<typeof recordEvents>[2] = {}) {
  for (;;) {
    const left = await store.write((tx) => recordEvents(tx, teamId, options))
    if (left !== 'busy') return left
  }
}

/** A workspace with the app Scout, and the events that it would be sent. */
export async function createSubscribedApp(
  open: () => Store | Promise<Store>,
  options: Parameters<typeof scoutFile>[0] = {},
) {
  const workspace = await createWorkspace({ store: await open(), file: scoutFile(options) })
  const { store } = workspace
  await takeDeliveries()
  return { ...workspace, as, sendAsAna, takeDeliveries, takeEvents }

  async function as<T>(user: string, act: (tx: Tx, person: Caller) => Promise<T>): Promise<T> {
    return store.write(async (tx) => act(tx, (await findPersonCaller(tx, 'T0ACME', user))!))
  }

  function sendAsAna(channelId: string, text: string, threadTs?: string): Promise<string> {
    return as('U0ANA', (tx, ana) => sendMessage(tx, ana, { channelId, text, threadTs }))
  }

  /** The deliveries recorded since the last call. */
  async function takeDeliveries() {
    for (const team of await listUnrecordedTeams(store.db)) while (await store.write((tx) => recordEvents(tx, team)));
    const rows = await store.db.selectFrom('deliveries').selectAll().orderBy('seq').orderBy('type').execute()
    await store.write((tx) => tx.deleteFrom('deliveries').execute())
    return rows
  }

  /** The events of these deliveries. */
  async function takeEvents() {
    return (await takeDeliveries()).map(({ event }) => event)
  }
}
