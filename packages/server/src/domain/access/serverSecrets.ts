import { newSecret } from '#domain/ids'
import type { Db, Tx } from '#store/db'
import { aboutServer } from '#store/secrets/unlock'

/** What signs action tokens, what tokens of functions and people are derived from, the key of id tokens, and that of pushes. */
type Name = 'action_token' | 'function_token' | 'openid_key' | 'person_token' | 'push_key'

/** [KEY-2] A secret that only the server knows. It stays the same, for every process. */
export async function findServerSecret(db: Db, name: Name): Promise<string | undefined> {
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row && db.secrets.open(aboutServer(name), row.value)
}

/** Finds a secret of the server, or creates it. */
export async function provideServerSecret(tx: Tx, name: Name, create = newSecret): Promise<string> {
  const known = await findServerSecret(tx, name)
  if (known !== undefined) return known
  await tx.lock(aboutServer(name))
  const added = await findServerSecret(tx, name)
  if (added !== undefined) return added
  const secret = create()
  await tx
    .insertInto('server_secrets')
    .values({ name, value: tx.secrets.seal(aboutServer(name), secret) })
    .execute()
  return secret
}
