import { describe, expect, onTestFinished, test } from 'vitest'
import { makeSchema } from '#testing/database/makeSchema'
import { postgres } from '#testing/database/postgres'
import { connect } from './connect.ts'

describe.skipIf(!postgres)('a connection of a move', () => {
  test('[NOD-13] is ended by PostgreSQL seconds after the machine of the command has died, and notices if that of PostgreSQL has', async () => {
    const { client } = await connect('from', await makeSchema())
    onTestFinished(() => client.end())
    const { rows } = await client.query<{ name: string; value: string; isOverTcp: boolean }>(
      `select name, current_setting(name) as value, inet_client_addr() is not null as "isOverTcp"
       from unnest(array['tcp_user_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval']) as n (name)`,
    )
    const values = rows.map(({ value }) => value)
    // A socket of the file system has no other machine.
    expect(values).toEqual(rows[0]?.isOverTcp ? ['3000', '1', '1'] : ['0', '0', '0'])
    expect(client).toMatchObject({ connection: { _keepAlive: true, _keepAliveInitialDelayMillis: 10_000 } })
  })

  test('[NOD-13] commits to the disk, also where PostgreSQL would not wait for that', async () => {
    const setting = async (given: string) => {
      const address = new URL(await makeSchema())
      address.searchParams.set('options', `-csynchronous_commit=${given}`)
      const { client } = await connect('to', address.href)
      onTestFinished(() => client.end())
      return (await client.query<{ synchronous_commit: string }>('show synchronous_commit')).rows[0]?.synchronous_commit
    }
    expect(await setting('off')).toBe('on')
    expect(await setting('local')).toBe('local')
  })
})
