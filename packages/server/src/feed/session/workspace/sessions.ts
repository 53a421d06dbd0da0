import { listOwnSessions } from '#domain/people/accounts/ownSessions'
import type { Session } from '#domain/people/sessions'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { Db } from '#store/db'

/** [SES-12] With which browsers the viewer is signed in. */
export async function sessionsFrame(db: Db, session: Session, id: string): Promise<ServerFrame> {
  return { type: 'sessions', id, sessions: await listOwnSessions(db, session) }
}
