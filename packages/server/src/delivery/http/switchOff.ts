import { notifyOwners } from '#domain/apps/notifyOwners'
import type { Tx } from '#store/db'
import { clearRequestCounts } from './failureRate.ts'
import { type HttpApp, switchOffEvents } from './httpApps.ts'

/** [EVT-13] Stops posting to an app that almost always fails. */
export async function switchOffAndTellOwners(tx: Tx, { id, name }: HttpApp, requests: number): Promise<void> {
  await switchOffEvents(tx, id)
  await clearRequestCounts(tx, id)
  await notifyOwners(tx, id, `**The events of ${name} are switched off.** ${failureMessage(requests)} ${howToSwitchOn}`)
}

export function failureMessage(requests: number): string {
  return `More than 95 % of ${requests} requests in an hour failed.`
}

const howToSwitchOn =
  'Events that happen meanwhile are not kept. To switch them on again, install the manifest again: ' +
  '`rivulet app install`.'
