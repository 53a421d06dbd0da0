import { describe, expect, test } from 'vitest'
import { callBytes, openConnection, readAnswers, sendPieces } from '#testing/server/rawCalls'
import { startServer } from '#testing/server/server'
import { BodyQueue } from './bodyQueue.ts'
import { WaitingBytes } from './waitingBytes.ts'

const mebibyte = 1024 * 1024

describe('[NET-9] large bodies', () => {
  test('are read while there is room, then wait, and the newest is read first', () => {
    const { waiting, begun, enter, cut, fill } = createQueue()
    const all = fill()
    expect(begun.splice(0)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    enter('older')
    enter('newer')
    expect([begun, waiting.total]).toEqual([[], 8 * mebibyte])
    // The answer waits in place of the body.
    waiting.serve(all[0]!)
    waiting.hold(all[0]!, mebibyte)
    expect(begun).toEqual([])
    waiting.release(all[0]!)
    expect(begun.splice(0)).toEqual(['newer'])
    waiting.release(all[1]!)
    expect([begun, cut]).toEqual([['older'], []])
  })

  test('are read at 4 MiB a second in the long run while more than eight wait, and 4 MiB at once after a pause', () => {
    const { queue, waiting, begun, enter, cut, pass, fill } = createQueue()
    const served = fill()
    pass(60_000)
    const crowd = Array.from({ length: 20 }, (_, i) => enter(`crowd ${i}`))
    begun.length = 0
    for (const held of served) waiting.release(held)
    expect(begun.splice(0)).toEqual(['crowd 19', 'crowd 18', 'crowd 17', 'crowd 16'])
    for (let i = 15; i >= 8; i--) {
      for (const held of crowd) waiting.release(held)
      expect(begun).toEqual([])
      pass(250)
      queue.makeRoom()
      // The last eight are no crowd any more.
      expect(begun.splice(0)).toEqual(i > 8 ? [`crowd ${i}`] : Array.from({ length: 8 }, (_, n) => `crowd ${8 - n}`))
    }
    expect(cut).toEqual([])
  })

  test('beyond 64 that wait are cut, those that have waited longest first; who left does not count', () => {
    const { queue, waiting, enter, cut, told, fill } = createQueue()
    fill()
    const queued = Array.from({ length: 64 }, (_, i) => enter(`${i}`))
    expect(cut).toEqual([])
    enter('a')
    enter('b')
    expect(told).toEqual(['0', '1'])
    expect([cut.splice(0), waiting.cut]).toEqual([['0', '1'], 2])
    queue.leave(queued[5]!)
    enter('c')
    expect(cut).toEqual([])
  })

  test('that wait cut who has kept the server waiting for seconds, one for each that is let in', () => {
    const { queue, waiting, begun, enter, cut, pass, fill } = createQueue()
    const all = fill()
    // The first is being served: that is not its client's fault.
    waiting.serve(all[0]!)
    enter('a')
    enter('b')
    queue.makeRoom()
    expect(cut).toEqual([])
    pass(3000)
    begun.length = 0
    queue.makeRoom()
    expect([cut, begun]).toEqual([['1'], ['b']])
    pass(3000)
    queue.makeRoom()
    expect([cut, begun]).toEqual([
      ['1', '2'],
      ['b', 'a'],
    ])
    pass(60_000)
    queue.makeRoom()
    expect(cut).toHaveLength(2)
  })

  test('that find no room for thirty seconds are cut', () => {
    const { queue, waiting, enter, cut, pass, fill } = createQueue()
    for (const held of fill()) waiting.serve(held)
    enter('waits')
    pass(31_000)
    queue.makeRoom()
    expect(cut).toEqual(['waits'])
  })

  test('of clients that read what they are answered are all served, however many come at once', async () => {
    const server = await startServer()
    const port = Number(new URL(server.url).port)
    const word = 'x'.repeat(300_000)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => sendPieces(port, [callBytes('api.test', `word=${word}`)])),
    )
    expect(answers.map(([answer]) => JSON.parse(answer?.body ?? '').args.word === word)).toEqual(
      answers.map(() => true),
    )
  })

  test('that are chunked are read whole', async () => {
    const server = await startServer()
    const socket = await openConnection(Number(new URL(server.url).port))
    const text = `word=${'y'.repeat(300_000)}`
    const head = 'POST /api/api.test HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`)
    const [answer] = await readAnswers(socket, 1)
    expect(JSON.parse(answer?.body ?? '').args.word).toHaveLength(300_000)
  })
})

function createQueue() {
  let time = 1000
  const waiting = new WaitingBytes(undefined, () => time)
  const queue = new BodyQueue(waiting, () => time)
  const begun: string[] = []
  const cut: string[] = []
  const told: string[] = []
  return {
    queue,
    waiting,
    begun,
    cut,
    told,
    pass: (ms: number) => (time += ms),
    enter,
    /** Takes all the room there is, with eight bodies, one after the other. */
    fill: () =>
      Array.from({ length: 8 }, (_, i) => {
        time += 250
        return enter(`${i}`)
      }),
  }

  function enter(name: string) {
    const connection = { destroy: () => void cut.push(name) }
    queue.enter(
      connection,
      mebibyte,
      () => begun.push(name),
      () => told.push(name),
    )
    return connection
  }
}
