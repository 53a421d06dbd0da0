import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openPostgres } from '#store/postgres/open'
import { testKeys } from './keys.ts'
import { postgres } from './postgres.ts'

/** A store that is opened by a PostgreSQL user of its own, whose rights a test changes. `through`: another address of PostgreSQL. */
export async function openAsOwnUser(through?: string) {
  const { url, alter } = await createOwnUser(through)
  const store = await openPostgres(url, { keys: testKeys })
  onTestFinished(() => store.close().catch(() => {})) // A server may have closed it.
  return { store, alter }
}

/** A PostgreSQL user with a schema of its own, and the address with which it is used. */
export async function createOwnUser(through = postgres ?? '') {
  const name = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(postgres)
  await admin.connect()
  await admin.query(`create role ${name} login; create schema ${name} authorization ${name}`)
  const url = new URL(through)
  url.username = name
  url.searchParams.set('options', `-csearch_path=${name}`)
  onTestFinished(async () => {
    await admin.query(`drop owned by ${name} cascade; drop role ${name}`)
    await admin.end()
  })
  return { name, url: url.href, alter }

  /** Changes the user (`alter role`), and ends its connections. */
  async function alter(change: string): Promise<void> {
    await admin.query(`alter role ${name} ${change}`)
    // All are told first, and then waited for.
    for (const end of ['pg_terminate_backend(pid)', 'pg_terminate_backend(pid, 5000)'])
      await admin.query(`select ${end} from pg_stat_activity where usename = $1`, [name])
  }
}
