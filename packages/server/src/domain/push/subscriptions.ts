import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'

/** Where a browser takes pushes, as its Push API says. The keys are in base64url. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** [NTF-9] From now on the person is notified at this address, as long as the session lasts. One address has one session. */
export async function subscribe(
  tx: Tx,
  { hash, person }: { hash: string; person: Caller },
  address: PushAddress,
  showsText: boolean,
): Promise<void> {
  checkAddress(address)
  const { endpoint, p256dh, auth } = address
  const known = await tx
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('team_id', '=', person.teamId)
    .where('session', '=', hash)
    .executeTakeFirst()
  const row = {
    user_id: person.userId,
    endpoint,
    origin: new URL(endpoint).origin,
    p256dh,
    auth,
    shows_text: showsText,
  }
  if (known?.endpoint === endpoint && known.auth === auth && known.shows_text === showsText) return
  // Whoever used this browser before in this team is not notified there any more.
  const sameAddress = tx.selectFrom('push_subscriptions').select('session').where('team_id', '=', person.teamId)
  const others = await sameAddress.where('endpoint', '=', endpoint).where('session', '!=', hash).execute()
  await endSubscriptions(
    tx,
    person.teamId,
    others.map(({ session }) => session),
  )
  await tx
    .insertInto('push_subscriptions')
    .values({ team_id: person.teamId, session: hash, ...row })
    .onConflict((conflict) => conflict.columns(['team_id', 'session']).doUpdateSet(row))
    .execute()
}

/** [NTF-9] Ends the subscriptions of these sessions, with all that was to be pushed to them. */
export async function endSubscriptions(tx: Tx, teamId: string, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return
  for (const table of ['push_subscriptions', 'pushes'] as const)
    await tx.deleteFrom(table).where('team_id', '=', teamId).where('session', 'in', sessions).execute()
}

/** Whether anything is pushed to any browser of a person. */
export async function isSubscribed(db: Db, { teamId, userId }: { teamId: string; userId: string }): Promise<boolean> {
  const own = db.selectFrom('push_subscriptions').select('session').where('team_id', '=', teamId)
  return (await own.where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

function checkAddress({ endpoint, p256dh, auth }: PushAddress): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Refusal('invalid_arguments', '"endpoint" needs to be an https address without a user name or a password.')
  const key = Buffer.from(p256dh, 'base64url')
  if (key.length !== 65 || key[0] !== 4)
    throw new Refusal(
      'invalid_arguments',
      '"p256dh" needs to be a point of P-256 that is not compressed, in base64url.',
    )
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw new Refusal('invalid_arguments', '"auth" needs to be 16 bytes in base64url.')
}
