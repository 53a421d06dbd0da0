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
    drop: () => ask(postgres, `drop schema ${name} cascade`),
    cut: () =>
      ask(postgres, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`),
  }
}

async function ask(postgres: string, statement: string): Promise<void> {
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
