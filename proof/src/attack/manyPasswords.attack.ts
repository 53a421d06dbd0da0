import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverProgram } from '#load/server'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const people = 200
const goalMs = 5000

/** A workspace file with 200 people is started with, and then applied with another password for each of them. */
export const attack: Attack = (print) =>
  withAttackedServer(
    async ({ api, data, readyMs }) => {
      while (countUnhashed(data) > 0) await sleep(200)
      const last = { email: `p${people - 1}@proof.example`, password: 'another secret' }
      const file = join(dirname(data), 'changed.yaml')
      await writeFile(file, workspaceWith('another secret'))
      const begun = performance.now()
      const apply = spawn(serverProgram, ['workspace', 'apply', file, '--yes', '--data', data], { stdio: 'ignore' })
      const [code] = await once(apply, 'exit')
      const appliedMs = performance.now() - begun
      const { status } = await fetch(new URL('/session', api), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(last),
      })
      const signedInMs = performance.now() - begun - appliedMs
      print(
        `${people} passwords: ready after ${seconds(readyMs)} s; changed by an apply that answered after ${seconds(appliedMs)} s ` +
          `(goals ${seconds(goalMs)}); the last person then signed in within ${seconds(signedInMs)} s`,
      )
      if (code !== 0 || status !== 204) throw new Error(`the apply ended with ${code}, signing in with ${status}`)
      if (Math.max(readyMs, appliedMs) > goalMs) throw new Error('passwords hold up the start or the apply')
    },
    { command: 'serve', workspace: workspaceWith('a secret') },
  )

function countUnhashed(data: string): number {
  const database = new DatabaseSync(join(data, 'rivulet.db'), { readOnly: true })
  const row = database.prepare(`select count(*) as n from users where file_password = ''`).get()
  database.close()
  return Number(row?.['n'])
}

function workspaceWith(password: string): string {
  const users = Array.from({ length: people }, (_, i) => ({
    id: `U0P${i}`,
    name: `p${i}`,
    email: `p${i}@proof.example`,
    password,
  }))
  return JSON.stringify({ version: 1, teams: [{ id: 'T0PROOF', name: 'Proof', domain: 'proof', users }] })
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
