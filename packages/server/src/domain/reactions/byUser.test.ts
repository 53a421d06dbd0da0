import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { newestReactions } from './byUser.ts'

onBothDatabases('the reactions of somebody', (open) => {
  test('[RCT-5] are read from the index, in its order, and no further than a call looks', async () => {
    const { db } = await open()
    const word = db.cache.isSingleWriter ? 'explain query plan' : 'explain'
    for (const after of ['', '1767225600.000100 C0HELP']) {
      const { sql, parameters } = newestReactions(db, 'T0ACME', 'U0ANA', after).compile()
      const plan = await db.transaction().execute(async (tx) => {
        // A table without rows is read as a whole otherwise.
        if (!db.cache.isSingleWriter) await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
        return tx.executeQuery(CompiledQuery.raw(`${word} ${sql}`, [...parameters]))
      })
      expect(JSON.stringify(plan.rows)).toContain('reactions_by_time')
      expect(JSON.stringify(plan.rows)).not.toMatch(/sort|b-tree/i)
    }
  })
})
