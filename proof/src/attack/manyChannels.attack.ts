import { readFile } from 'node:fs/promises'
import { FeedReader, signIn } from '#load/feedReader'
import { listField } from '#load/untypedFields'
import { token, workspaceFile } from '#load/workspace'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const few = 10
const many = 10_000
const pages = 200
const goal = 2

/** Somebody creates thousands of channels. The first page of a person who is in none of them costs what it did before. */
export const attack: Attack = async (print) => {
  const postgres = process.env['TEST_POSTGRES_URL']
  for (const store of postgres ? [undefined, postgres] : [undefined]) {
    const name = store ? 'PostgreSQL' : 'SQLite'
    const [before, after] = [await measure(few, store), await measure(many, store)]
    for (const what of ['opened', 'resumed'] as const) {
      const ratio = after[what] / before[what]
      print(
        `${name}, a page ${what}: ${before[what].toFixed(1)} ms of CPU with ${few} channels, ${after[what].toFixed(1)} ms with ${many}, ${ratio.toFixed(1)} times (goal ${goal})`,
      )
      if (ratio > goal) throw new Error(`a page ${what} costs more with more channels`)
    }
  }
}

/** CPU milliseconds of the server for one page that is opened, and for one that connects again. */
function measure(channels: number, store: string | undefined): Promise<{ opened: number; resumed: number }> {
  const options = { workspace: withChannels(channels), ...(store ? { flags: ['--store', store] } : {}) }
  return withAttackedServer(async ({ api, pid }) => {
    const origin = new URL(api).origin
    const list = await fetch(`${api}conversations.list?limit=999`, { headers: { authorization: `Bearer ${token}` } })
    const listed = listField(await list.json(), 'channels')
    if (listed.length < Math.min(channels, 900)) throw new Error(`there are only ${listed.length} channels`)
    const cookie = await signIn(origin, 'T0PROOF', 'U0PROOF')
    const open = async () => {
      const reader = new FeedReader(() => origin, cookie, [])
      await reader.connect()
      return reader
    }
    for (let i = 0; i < 20; i++) (await open()).cut()
    const reader = await open()
    const opened = await cpuOf(pid, async () => (await open()).cut())
    const resumed = await cpuOf(pid, async () => {
      reader.cut()
      await reader.connect()
    })
    reader.cut()
    return { opened, resumed }
  }, options)
}

async function cpuOf(pid: number, act: () => Promise<void>): Promise<number> {
  const before = await readCpuMs(pid)
  for (let i = 0; i < pages; i++) await act()
  return ((await readCpuMs(pid)) - before) / pages
}

async function readCpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The usual workspace, with channels that only the app is in. */
function withChannels(count: number): string {
  const file = JSON.parse(workspaceFile)
  const rooms = Array.from({ length: count }, (_, i) => ({ id: `C0ROOM${i}`, name: `room-${i}`, members: ['A0PROOF'] }))
  file.teams[0].channels.push(...rooms)
  return JSON.stringify(file)
}
