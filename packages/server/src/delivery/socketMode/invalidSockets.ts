import { listMovedHashes } from '#domain/access/movedTeams'
import { listSocketTokens } from '#domain/apps/socketTickets'
import type { Db } from '#store/db'
import type { AppSocket } from './appSocket.ts'

/**
 * [EVT-7] The sockets whose token was revoked or whose app no longer uses Socket Mode, and those of an app that was
 * uninstalled in its last team: at the second look, so that the app is told of it before. `hasMoved`: the app is in another database now [NOD-11].
 */
export async function listInvalidSockets(
  db: Db,
  sockets: readonly AppSocket[],
): Promise<{ socket: AppSocket; hasMoved: boolean }[]> {
  if (sockets.length === 0) return []
  const hashes = sockets.map(({ tokenHash }) => tokenHash)
  const valid = await listSocketTokens(db, hashes)
  const invalid = sockets.filter((socket) => {
    const token = valid.get(socket.tokenHash)
    if (!token || socket.isUninstalled) return true
    if (token.isInstalled) socket.wasInstalled = true
    else if (socket.wasInstalled) socket.isUninstalled = true
    return false
  })
  const moved = await listMovedHashes(
    db,
    invalid.map(({ tokenHash }) => tokenHash),
  )
  return invalid.map((socket) => ({ socket, hasMoved: moved.has(socket.tokenHash) }))
}
