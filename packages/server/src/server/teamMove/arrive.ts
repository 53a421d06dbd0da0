import type pg from 'pg'
import { arrivalsLock } from '#domain/access/movedTeams'
import { keyLocks } from '#store/postgres/connections/transaction'
import { inTransaction, setMark } from './state.ts'

/** [NOD-12] From now on no bytes of files are cleaned up there, and what a cleaning has begun is done. */
export async function markArriving(to: pg.ClientBase, team: string, move: string): Promise<void> {
  await inTransaction(to, 'begin', async () => {
    await to.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [keyLocks, arrivalsLock])
    await setMark(to, team, { state: 'arriving', move })
  })
}
