import { sql } from 'kysely'
import type { Store } from '#store/db'
import { sealAgain } from './unlock.ts'

/** [KEY-5] Seals everything with a new key. The keys before it stay, for backups. Returns how many secrets there are. */
export async function rotateKey(store: Store): Promise<number> {
  return store.write(async (tx) => {
    // Another process that adds a key at the same time would write over the file.
    await tx.lock('keys')
    await sql`select 1`.execute(tx) // is answered once the lock is held
    tx.secrets.addKey()
    return sealAgain(tx, tx.secrets)
  })
}
