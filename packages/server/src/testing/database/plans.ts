import { type CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode, sql } from 'kysely'
import type { Db, Store } from '#store/db'

/**
 * How PostgreSQL answers each query that `ask` asks, if it has as little memory for each as it can have: as with large tables. It
 * has to have looked at the tables.
 */
export function plansInLittleMemory(store: Store, ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  return store.snapshot(async (db) => {
    const nodes = new WeakMap<QueryId, RootOperationNode>() // those of subqueries too
    const asked: CompiledQuery[] = []
    const listening: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        nodes.set(queryId, node)
        return node
      },
      transformResult({ result, queryId }) {
        const node = nodes.get(queryId)
        if (node) asked.push(db.getExecutor().compileQuery(node, queryId))
        return Promise.resolve(result)
      },
    }
    await sql`set local work_mem = '64kB'`.execute(db)
    await ask(Object.assign(db.withPlugin(listening), { ...db }))
    const plans: string[] = []
    for (const query of asked) {
      const explained = { ...query, sql: `explain ${query.sql}` }
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  })
}

/** In a plan: a subquery that is asked, or its rows read, again for each row. One that PostgreSQL keeps as a hash is not. */
export const askedForEachRow = /(?<!hashed )SubPlan \d+\)/
