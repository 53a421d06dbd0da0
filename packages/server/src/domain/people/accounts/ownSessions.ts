import { endSession, type Session } from '#domain/people/sessions'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import { listSessions } from './list.ts'

/** [SES-12] How long the time at which a session was last used may be behind. */
const coarseMs = 3_600_000

/** [SES-12] The person uses a browser. Most calls write nothing. */
export async function noteUse(tx: Tx, { hash }: Session): Promise<void> {
  const now = tx.clock.now()
  await tx
    .updateTable('sessions')
    .set({ active_at: now })
    .where('hash', '=', hash)
    .where(({ eb, or }) => or([eb('active_at', 'is', null), eb('active_at', '<=', now - coarseMs)]))
    .execute()
}

/** [SES-13] Ends one of a person's own sessions by its id, or all except for the one that asks. */
export async function endOwnSessions(tx: Tx, { hash, person }: Session, id: string | undefined): Promise<void> {
  const sessions = await listSessions(tx, person)
  const ended = sessions.filter((session) => (id === undefined ? session.hash !== hash : session.id === id))
  if (id !== undefined && ended.length === 0)
    throw new Refusal('session_not_found', 'This browser is not signed in any more.')
  for (const session of ended) await endSession(tx, session.hash)
}

/** [SES-12] With which browsers a person is signed in, the one that asks first, then the one that was used last. */
export async function listOwnSessions(db: Db, { hash, person }: Session) {
  const sessions = await listSessions(db, person)
  return sessions
    .map(({ hash: each, expires_at: _end, ...session }) => ({ ...session, current: each === hash }))
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.active_at - a.active_at)
}
