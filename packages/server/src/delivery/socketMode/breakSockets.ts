import type { SocketFailure } from '#domain/apps/socketTickets'
import type { AppSocket } from './appSocket.ts'
import { debug_info } from './protocol.ts'

/** Lets sockets of apps fail, for a test. */
export function breakSockets(sockets: readonly AppSocket[], how: SocketFailure): void {
  for (const socket of sockets) {
    if (how === 'broken') socket.terminate()
    else if (how === 'silent') socket.silence()
    else {
      socket.send({ type: 'disconnect', reason: how, debug_info })
      socket.disconnect(how === 'too_many_websockets' ? 'too_many_websockets' : 'restarting')
    }
  }
}
