import { randomBytes } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '#store/tables/tables'
import { type KeySource, MissingKey, type Sealed, Secrets, unsealed } from './secrets.ts'

/** A row that every database with sealed secrets has. It shows whether the keys are the right ones. */
const check = 'key_check'

export interface Unlocked {
  secrets: Secrets
  /** Whether secrets lay open in the database until now. Their text may still be in parts of its files that are free. */
  hadPlain: boolean
}

/**
 * [KEY-3, KEY-4] Finds the keys of a database, and makes the first one for a new database. Secrets that an earlier version
 * stored in clear are sealed. If a key is missing or wrong, nothing is changed; with `keysAreLost`, every secret is replaced.
 */
export async function unlock(db: Kysely<Tables>, source: KeySource, keysAreLost = false): Promise<Unlocked> {
  const sealed = await findCheck(db)
  if (keysAreLost) return { secrets: await replaceAll(db, source), hadPlain: false }
  if (sealed) return { secrets: openWith(source, sealed), hadPlain: false }
  const unlocked = await db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second waits here until the first has made the key and the row.
    const row = { name: check, value: unsealed }
    const inserted = await tx
      .insertInto('server_secrets')
      .values(row)
      .onConflict((on) => on.doNothing())
      .execute()
    if (Number(inserted[0]?.numInsertedOrUpdatedRows ?? 0) === 0) return undefined
    const secrets = new Secrets(source, source.read() ?? source.add())
    const value = secrets.seal(aboutServer(check), check)
    await tx.updateTable('server_secrets').set({ value }).where('name', '=', check).execute()
    return { secrets, hadPlain: await sealPlain(tx, secrets) }
  })
  return unlocked ?? unlock(db, source)
}

export function aboutServer(name: string): string {
  return `server ${name}`
}

export function aboutApp(id: string, what: 'signing_secret' | 'client_secret'): string {
  return `app ${id} ${what}`
}

/** [KEY-5] Seals everything again, with the key that is now in use. */
export async function sealAgain(tx: Kysely<Tables>, secrets: Secrets): Promise<number> {
  const again = (about: string, value: Sealed) => secrets.seal(about, secrets.open(about, value))
  let count = 0
  for (const { name, value } of await tx.selectFrom('server_secrets').selectAll().execute()) {
    const set = { value: again(aboutServer(name), value) }
    await tx.updateTable('server_secrets').set(set).where('name', '=', name).execute()
    count += 1
  }
  count += await changeApps(tx, (about, value) => again(about, value))
  return count
}

async function findCheck(db: Kysely<Tables>): Promise<Sealed | undefined> {
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', check).executeTakeFirst()
  return row?.value
}

function openWith(source: KeySource, sealed: Sealed): Secrets {
  const keys = source.read()
  const remedy =
    'Put back the file as it was, or name it with --key. If it is lost for ever: rivulet key rotate --lost. Nothing was changed.'
  if (!keys)
    throw new MissingKey(
      `The secrets in the database are sealed, and there is no ${source.place.replace(/^the /, '')}. ${remedy}`,
    )
  const secrets = new Secrets(source, keys)
  try {
    secrets.open(aboutServer(check), sealed)
  } catch (error) {
    throw new MissingKey(`${error instanceof Error ? error.message : String(error)} ${remedy}`, { cause: error })
  }
  return secrets
}

/** Seals what an earlier version stored in clear. Returns whether there was anything. */
async function sealPlain(tx: Kysely<Tables>, secrets: Secrets): Promise<boolean> {
  // The names in `meta` of what is in `server_secrets` now.
  const names = { action_token_secret: 'action_token', openid_key: 'openid_key' } as const
  const found = await tx.selectFrom('meta').selectAll().where('key', 'in', Object.keys(names)).execute()
  const rows: Insertable<Tables['server_secrets']>[] = found.map(({ key, value }) => {
    const name = key === 'openid_key' ? names.openid_key : names.action_token_secret
    return { name, value: secrets.seal(aboutServer(name), value) }
  })
  if (rows.length > 0) await tx.insertInto('server_secrets').values(rows).execute()
  await tx.deleteFrom('meta').where('key', 'in', Object.keys(names)).execute()
  // An app of an early version may have none, and gets one: what is derived of it could be guessed otherwise.
  const apps = await changeApps(tx, (about, plain: Sealed | null) =>
    secrets.seal(about, plain === null ? randomSecret() : String(plain)),
  )
  return rows.length > 0 || apps > 0
}

/** Nothing that is sealed can be opened any more: apps get new secrets, and the server makes its own anew when it needs them. */
async function replaceAll(db: Kysely<Tables>, source: KeySource): Promise<Secrets> {
  const secrets = new Secrets(source, source.add())
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('server_secrets').execute()
    await tx
      .insertInto('server_secrets')
      .values({ name: check, value: secrets.seal(aboutServer(check), check) })
      .execute()
    await changeApps(tx, (about) => secrets.seal(about, randomSecret()))
  })
  return secrets
}

async function changeApps(tx: Kysely<Tables>, change: (about: string, value: Sealed) => Sealed): Promise<number> {
  const apps = await tx.selectFrom('apps').select(['id', 'signing_secret', 'client_secret']).execute()
  for (const { id, signing_secret: signing, client_secret: client } of apps) {
    const set = {
      signing_secret: change(aboutApp(id, 'signing_secret'), signing),
      client_secret: change(aboutApp(id, 'client_secret'), client),
    }
    await tx.updateTable('apps').set(set).where('id', '=', id).execute()
  }
  return apps.length * 2
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
