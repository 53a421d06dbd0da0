import { setTimeout as sleep } from 'node:timers/promises'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const right = { email: 'ana@proof.example', password: 'correct-horse-battery' }
const attackers = 40
const rightTries = 20
/** Compared with a server that nobody attacks, so that the speed of the machine does not matter. */
const goalRatio = 10

/**
 * Forty addresses behind the proxy of everybody else try passwords as fast as they are answered, of one account and of
 * many. A person whose browser is known signs in meanwhile, and so does one at another address.
 */
export const attack: Attack = (print) =>
  withAttackedServer(
    async ({ api }) => {
      const url = new URL('/session', api)
      const known = await signIn(right, '203.0.113.1')
      if (known.status !== 204) throw new Error(`nobody could sign in: ${known.status}`)
      const quiet = await timesOf(known.cookie)

      const end = new AbortController()
      const refused = new Map<number, number>()
      const attacking = Array.from({ length: attackers }, async (_, i) => {
        for (let n = 0; !end.signal.aborted; n++) {
          const email = n % 2 === 0 ? right.email : `${n}@proof.example`
          const { status } = await signIn({ email, password: 'wrong' }, `198.51.100.${i}`)
          refused.set(status, (refused.get(status) ?? 0) + 1)
        }
      })
      await sleep(1000)
      const attacked = await timesOf(known.cookie)
      end.abort()
      await Promise.all(attacking)

      const counts = [...refused].map(([status, count]) => `${count} x ${status}`).join(', ')
      print(
        `${attackers} addresses tried passwords (${counts}); ${rightTries} of ${rightTries} right ones from a known browser got in, ` +
          `the slowest in ${attacked} ms (${quiet} ms without the attack; goal ${goalRatio} x)`,
      )
      if (attacked > goalRatio * quiet) throw new Error('a right password waited too long')

      /** The slowest of some sign-ins with the known browser, in milliseconds. */
      async function timesOf(cookie: string): Promise<number> {
        let slowest = 0
        for (let i = 0; i < rightTries; i++) {
          const begun = performance.now()
          const { status } = await signIn(right, '203.0.113.1', cookie)
          if (status !== 204) throw new Error(`a right password from a known browser was answered ${status}`)
          slowest = Math.max(slowest, performance.now() - begun)
        }
        return Math.round(slowest)
      }

      async function signIn(body: object, from: string, cookie?: string) {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
          body: JSON.stringify(body),
        })
        await answer.arrayBuffer()
        const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
        return { status: answer.status, cookie: cookies.join('; ') }
      }
    },
    { command: 'serve', flags: ['--trusted-proxies', 'loopback'], workspace },
  )

const workspace = JSON.stringify({
  version: 1,
  teams: [{ id: 'T0PROOF', name: 'Proof', domain: 'proof', users: [{ id: 'U0ANA', name: 'ana', ...right }] }],
})
