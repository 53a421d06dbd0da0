import { listDueDeliveries } from '#delivery/outbox/dueDeliveries'
import { ServerNode } from '#domain/nodes/serverNode'
import type { Store } from '#store/db'
import { createSubscribedApp, recordNext } from './recordedEvents.ts'

/** Deliveries of Scout that are due, one for each text, and a node that is alive. */
export async function createDueDeliveries(
  open: () => Promise<Store>,
  { texts = ['Hello'], attempt = 0 }: { texts?: readonly string[]; attempt?: number } = {},
) {
  const { store, sendAsAna } = await createSubscribedApp(open, { events: ['message.channels'] })
  for (const text of texts) await sendAsAna('C0HELP', text)
  while ((await recordNext(store, 'T0ACME')) === 'more');
  if (attempt > 0) await store.write((tx) => tx.updateTable('deliveries').set({ attempt }).execute())
  const node = new ServerNode(store)
  await node.beat()
  return { store, node, due, rows }

  function due() {
    return listDueDeliveries(store.db, 'A0SCOUT', 100, { node: node.id })
  }
  function rows() {
    return store.db.selectFrom('deliveries').select(['node', 'attempt', 'reason']).orderBy('seq').execute()
  }
}
