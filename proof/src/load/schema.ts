import pg from 'pg'

/**
 * Makes an empty schema in a PostgreSQL database, and the address of a server that keeps everything in it. `cut` ends the
 * connections of such servers.
 */
export async function createSchema(postgres: string, name: string) {
  await ask(postgres, `create schema ${name}`)
  const url = new URL(postgres)
  url.searchParams.set('options', `-csearch_path=${name}`)
  url.searchParams.set('application_name', name)
  return {
    name,
    url: url.href,
    async drop(): Promise<void> {
      await ask(postgres, `drop schema ${name} cascade`)
    },
    async cut(): Promise<void> {
      await ask(postgres, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`)
    },
    async countMebibytes(): Promise<number> {
      const [row] = await ask(
        url.href,
        `select '' as waits, null::int as seconds, (sum(pg_total_relation_size(c.oid)) / 1048576)::int as n
         from pg_class c where relkind = 'r' and relnamespace = '${name}'::regnamespace`,
      )
      return row?.n ?? 0
    },
    /** How many entries of the log no events were made of yet, and how many events wait for which attempt, and how long at most. */
    describeEvents: async () => {
      const rows = await ask(
        url.href,
        `select 'no events were made of entries' as waits, count(*)::int as n, null::int as seconds from log where change is not null
         union all
         select 'wait for attempt ' || attempt || case when node is null then '' else ', held by a node' end, count(*)::int,
           (max(due_at) / 1000 - extract(epoch from now()))::int
         from deliveries group by 1`,
      )
      return rows.filter(({ n }) => n > 0).map(({ waits, n, seconds }) => `${n} ${waits} (${seconds ?? '?'} s)`)
    },
  }
}

async function ask(
  postgres: string,
  statement: string,
): Promise<{ waits: string; n: number; seconds: number | null }[]> {
  const client = new pg.Client(postgres)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}
