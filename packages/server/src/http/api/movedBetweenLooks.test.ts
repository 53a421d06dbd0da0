import { describe, expect, test } from 'vitest'
import { CountedWindows } from '#domain/access/countedWindows'
import { findSession } from '#domain/people/sessions'
import { hashToken } from '#domain/ids'
import { defaultSettings } from '#domain/settings/settings'
import { postMessage } from '#methods/chat/postMessage'
import type { Db } from '#store/db'
import { postgres } from '#testing/database/postgres'
import { createNodes } from '#testing/nodes/nodes'
import { identifyCaller } from './admission.ts'

const token = 'xoxb-acme-scout'
const secret = 'the secret of a session'

describe.skipIf(!postgres)('a team that moves while its rows are read one after another', () => {
  test('[NOD-11] is identified if it arrives between two of them', async () => {
    const { query, store } = await createTeam()
    const [row] = await query('select to_jsonb(t) as row from tokens t where hash = $1', [hashToken(token)])
    const arrive = async () => {
      await query(
        `with gone as (delete from moved_hashes) insert into tokens select * from jsonb_populate_record(null::tokens, $1)`,
        [row?.['row']],
      )
    }
    await query(`with gone as (delete from tokens where hash = $1) insert into moved_hashes values ('T0ACME', $1)`, [
      hashToken(token),
    ])
    await expect(identify(store.db)).rejects.toMatchObject({ code: 'service_unavailable' })
    await expect(identify(after('tokens', arrive, store.db))).resolves.toMatchObject({ caller: { teamId: 'T0ACME' } })
  })

  test('[NOD-11] is answered as one that has moved if it leaves between two of them', async () => {
    const { query, store } = await createTeam()
    const leave = async () => {
      await query(
        `with gone as (delete from tokens where hash = $1), away as (delete from installations where team_id = 'T0ACME')
         insert into moved_hashes values ('T0ACME', $1)`,
        [hashToken(token)],
      )
    }
    await expect(identify(after('tokens', leave, store.db))).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  test('[NOD-11] keeps its people signed in', async () => {
    const { query, store } = await createTeam()
    const arrive = async () => {
      await query(
        `with gone as (delete from moved_hashes)
         insert into sessions (hash, team_id, user_id, created_at, expires_at) values ($1, 'T0ACME', 'U0ANA', 0, 9e15)`,
        [hashToken(secret)],
      )
    }
    await query(`insert into moved_hashes values ('T0ACME', $1)`, [hashToken(secret)])
    await expect(findSession(store.db, secret)).rejects.toMatchObject({ code: 'service_unavailable' })
    await expect(findSession(after('sessions', arrive, store.db), secret)).resolves.toMatchObject({
      person: { userId: 'U0ANA' },
    })
  })
})

async function createTeam() {
  const { launch, query } = await createNodes()
  return { query, store: (await launch()).store }
}

async function identify(db: Db) {
  const decoded = { args: {}, bodyToken: token, queryToken: false, warnings: [] }
  const rateWindows = new CountedWindows(undefined)
  const call = { authorization: undefined, address: '127.0.0.1', settings: defaultSettings, rateWindows }
  return identifyCaller(db, { method: postMessage, decoded, ...call })
}

/** A database in which something happens after the first look into this table, and before the next query. */
function after(table: string, happen: () => Promise<void>, db: Db): Db {
  let isOver = false
  const looked = new WeakSet<object>()
  const { cache, clock, secrets } = db
  const disturbed = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (!isOver && JSON.stringify(node).includes(`"name":"${table}"`)) looked.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!isOver && looked.has(queryId)) {
        isOver = true
        await happen()
      }
      return result
    },
  })
  cache.clear()
  return Object.assign(disturbed, { cache, clock, secrets })
}
