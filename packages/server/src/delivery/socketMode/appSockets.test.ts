import { describe, expect, test } from 'vitest'
import type { SocketPresence } from '#bus/socketPresence'
import type { AppSocket } from './appSocket.ts'
import { AppSockets } from './appSockets.ts'

const app = 'A0SCOUT'

describe('an app whose sockets here were told to leave, and that has others elsewhere', () => {
  test('[BUS-4] gets events over a new socket at once', async () => {
    const sockets = new AppSockets(withOthers(async () => true))
    await sockets.admit(aSocket('old', { isWarned: true }))
    await sockets.lookElsewhere()
    expect(sockets.room(app)).toBe(0)
    await sockets.admit(aSocket('new'))
    expect(sockets.room(app)).toBe(200)
  })

  test('[BUS-4] gets events over a new socket at once after all others here have closed', async () => {
    const sockets = new AppSockets(withOthers(async () => true))
    const old = aSocket('old', { isWarned: true })
    await sockets.admit(old)
    await sockets.lookElsewhere()
    sockets.remove(old)
    await sockets.admit(aSocket('new'))
    expect(sockets.room(app)).toBe(100)
  })

  test('[BUS-4] gets events over a socket that opened while the others were looked for', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<boolean>()
    const sockets = new AppSockets(withOthers(() => answer))
    await sockets.admit(aSocket('old', { isWarned: true }))
    const looking = sockets.lookElsewhere()
    await sockets.admit(aSocket('new'))
    resolve(true)
    await looking
    expect(sockets.room(app)).toBe(200)
  })
})

/** What is known of other processes: whether they have sockets of the app. */
function withOthers(hasOther: SocketPresence['hasOther']): SocketPresence {
  return { hasOther, add: async () => 1, remove: () => {} }
}

function aSocket(id: string, { isWarned = false } = {}): AppSocket {
  return { id, appId: app, isWarned, isOpen: true, room: 100 } as AppSocket
}
