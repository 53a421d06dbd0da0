import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#load/client'
import { createSchema } from '#load/schema'
import { targets, token } from '#load/workspace'
import { type AttackedServer, withAttackedServer } from './attackedServer.ts'
import { layCable } from './cable.ts'
import type { Attack } from './runAttacks.ts'

const callers = 500
const loadMs = 3000
/** How long the database hangs before the server is asked to stop. */
const hangMs = 12_000
/** After an answer that the database is away, a caller waits as long before the next call. */
const pauseMs = 500
const goalMs = { answer: 5000, stop: 10_000 }

/** PostgreSQL answers no more, with 500 calls under way. Then the server is asked to stop. */
export const attack: Attack = async (print) => {
  const postgres = process.env['TEST_POSTGRES_URL']
  if (postgres === undefined) return print('skipped: name a PostgreSQL in TEST_POSTGRES_URL')
  const schema = await createSchema(postgres, `proof_hung_${process.pid}`)
  const cable = await layCable(schema.url)
  const home = await mkdtemp(join(tmpdir(), 'rivulet-hung-'))
  try {
    await withAttackedServer((server) => attackWith(server, cable, print), {
      command: 'serve',
      flags: ['--store', cable.url, '--key', join(home, 'key')],
    })
  } finally {
    cable.close()
    await schema.drop()
    await rm(home, { recursive: true, force: true })
  }
}

async function attackWith(server: AttackedServer, cable: { cut: () => void }, print: (line: string) => void) {
  const client = new Client(server.api, token)
  let cutAt = Infinity
  let isOver = false
  let longest = 0
  /** When the call of each caller began that is not answered yet. */
  const underWay = new Map<number, number>()
  const counts = new Map<string, number>()
  const calling = Array.from({ length: callers }, async (_, i) => {
    const { channel, root } = targets[i % targets.length]!
    while (!isOver) {
      const begun = performance.now()
      underWay.set(i, begun)
      const answer = await (i % 2 === 0
        ? client.call('chat.postMessage', { channel, text: 'Are you there?' })
        : client.call('conversations.replies', { channel, ts: root, limit: '5' }))
      underWay.delete(i)
      const ended = performance.now()
      if (ended > cutAt && !isOver) {
        longest = Math.max(longest, ended - Math.max(begun, cutAt))
        const how = answer ? answer.error || 'ok' : 'no answer'
        counts.set(how, (counts.get(how) ?? 0) + 1)
      }
      if (!answer?.ok) await sleep(pauseMs)
    }
  })
  await sleep(loadMs)
  const underWayThen = underWay.size
  cutAt = performance.now()
  cable.cut()
  await sleep(hangMs)
  isOver = true
  const askedAt = performance.now()
  for (const begun of underWay.values()) longest = Math.max(longest, askedAt - Math.max(begun, cutAt))
  const code = await server.stop()
  const stoppedMs = performance.now() - askedAt
  await Promise.all(calling)
  client.close()

  const answers = [...counts].map(([how, count]) => `${count} × ${how}`).join(', ')
  print(
    `${underWayThen} calls were under way; the longest of those and of the calls after it waited ${seconds(longest)} s ` +
      `(goal ${seconds(goalMs.answer)}; ${answers}); stopped after ${seconds(stoppedMs)} s with ${code} (goal ${seconds(goalMs.stop)})`,
  )
  if (longest > goalMs.answer) throw new Error('a call waited too long for a database that answers nothing')
  if (stoppedMs > goalMs.stop || code !== 0) throw new Error('the server did not end in time')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
