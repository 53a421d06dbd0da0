import { findPushKey } from '#domain/push/key'
import type { PushRule } from '#domain/push/rule'
import { endSubscriptions, subscribe } from '#domain/push/subscriptions'
import type { Session } from '#domain/people/sessions'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { PushFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'

/** [NTF-8] The key that a browser subscribes with. */
export async function pushKeyFrame(db: Db, pushes: PushRule, id: string): Promise<ServerFrame> {
  const key = pushes === 'off' ? undefined : await findPushKey(db)
  return { type: 'push_key', id, key: key?.publicKey ?? null, text: pushes === 'on' }
}

/** [NTF-9] Notifies a browser from now on, or not any more. */
export async function changeSubscription(
  tx: Tx,
  session: Session,
  pushes: PushRule,
  frame: Exclude<PushFrame, { type: 'push_key' }>,
): Promise<void> {
  if (frame.type === 'unsubscribe') return endSubscriptions(tx, session.person.teamId, [session.hash])
  if (pushes === 'off') throw new Refusal('not_allowed', 'This server does not push notifications.')
  await subscribe(tx, session, frame, frame.text)
}
