import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { provideServerSecret } from '#domain/access/serverSecrets'
import { openClientSecret, openSigningSecret } from '#domain/apps/secrets'
import { newAppRow } from '#domain/apps/rows'
import { findOrCreateKey } from '#domain/oauth/idToken'
import type { Store } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { patience, tempDatabasePath } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { KeyFile } from './keyFile.ts'
import { rotateKey } from './rotate.ts'
import { MemoryKeys } from './secrets.ts'

const signing = 'a-signing-secret-of-long-ago'
const client = 'a-client-secret-of-long-ago'

async function createApp(store: Store): Promise<void> {
  await store.write(async (tx) => {
    const row = newAppRow(tx.secrets, { manifest: {}, id: 'A1', signingSecret: signing, clientSecret: client })
    await tx.insertInto('apps').values(row).execute()
  })
}

async function secretsOf(store: Store) {
  const app = await store.db.selectFrom('apps').selectAll().where('id', '=', 'A1').executeTakeFirstOrThrow()
  return [openSigningSecret(store.db, app), openClientSecret(store.db, app)]
}

/** Every byte that lies in and beside a database, without the key. */
function bytesBeside(path: string): string {
  const directory = dirname(path)
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'key')
  const files = names.map((name) => join(directory, name)).filter((name) => statSync(name).isFile())
  return files.map((name) => readFileSync(name, 'latin1')).join('\n')
}

/** Makes of an SQLite database what an earlier version would have written. */
function unsealSqlite(path: string, keyOfServer: string): void {
  const database = new DatabaseSync(path)
  database.exec(`delete from server_secrets;
    update apps set signing_secret = '${signing}', client_secret = '${client}';
    insert into meta values ('action_token_secret', '${keyOfServer}')`)
  database.close()
}

describe('an SQLite file', () => {
  test('[KEY-2] holds none of its secrets in clear, in no file of it', async () => {
    const path = tempDatabasePath()
    const store = await openSqlite(path)
    onTestFinished(() => store.close().catch(() => {}))
    await createApp(store)
    const own = await store.write(async (tx) => [
      await provideServerSecret(tx, 'action_token'),
      await provideServerSecret(tx, 'function_token'),
      (await findOrCreateKey(tx)).split('\n')[3] ?? '',
    ])
    const secrets = [...(await secretsOf(store)), ...own, readKeys(path)[0] ?? '']

    expect(secrets.slice(0, 2)).toEqual([signing, client])
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      expect(bytesBeside(path)).not.toContain(secret)
    }
    await store.close()
    for (const secret of secrets) expect(bytesBeside(path)).not.toContain(secret)
  })

  test('[KEY-4] of an earlier version is sealed at its first start, and no copy of a secret is left in it', async () => {
    const path = tempDatabasePath()
    const first = await openSqlite(path)
    await createApp(first)
    await first.close()
    const keyOfServer = randomBytes(32).toString('base64url')
    unsealSqlite(path, keyOfServer)
    expect(bytesBeside(path)).toContain(signing)

    const store = await openSqlite(path)
    onTestFinished(() => store.close())

    expect(await secretsOf(store)).toEqual([signing, client])
    expect(await store.write((tx) => provideServerSecret(tx, 'action_token'))).toBe(keyOfServer)
    for (const secret of [signing, client, keyOfServer]) expect(bytesBeside(path)).not.toContain(secret)
  })

  test('[KEY-4] an app of an earlier version without secrets gets some, so that nothing is derived of none', async () => {
    const path = tempDatabasePath()
    const first = await openSqlite(path)
    await createApp(first)
    await first.close()
    const database = new DatabaseSync(path)
    database.exec('delete from server_secrets; update apps set signing_secret = null, client_secret = null')
    database.close()

    const store = await openSqlite(path)
    onTestFinished(() => store.close())

    for (const secret of await secretsOf(store)) expect(secret).toMatch(/^[\w-]{43}$/)
  })

  test('[KEY-3] makes a key file for its owner alone, and opens with no other key', async () => {
    const path = tempDatabasePath()
    await (await openSqlite(path)).close()
    const key = join(dirname(path), 'key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    const text = readFileSync(key, 'utf8')

    unlinkSync(key)
    await expect(openSqlite(path)).rejects.toThrow(
      /^The secrets in the database are sealed, and there is no key file \S+key\. Put back the file/,
    )
    expect(readdirSync(dirname(path))).not.toContain('key')

    writeFileSync(key, `${randomBytes(32).toString('base64url')}\n`)
    await expect(openSqlite(path)).rejects.toThrow(/sealed with the key \w{8}, and the key file \S+ holds only \w{8}\./)
    writeFileSync(key, text.slice(0, -10))
    await expect(openSqlite(path)).rejects.toThrow(/is damaged: line 3 is no key.*remove the file, and then: .*--lost/)
    writeFileSync(key, '')
    await expect(openSqlite(path)).rejects.toThrow('holds no key. Put back the one that it held.')

    writeFileSync(key, text)
    await (await openSqlite(path)).close()
  })

  test('[KEY-5] seals everything with a new key; the old one stays for what it has sealed', async () => {
    const path = tempDatabasePath()
    const store = await openSqlite(path)
    onTestFinished(() => store.close())
    await createApp(store)
    const [before = ''] = readKeys(path)
    const sealedBefore = await store.db.selectFrom('apps').select('signing_secret').executeTakeFirstOrThrow()

    expect(await rotateKey(store)).toBe(3)

    const [now, ...others] = readKeys(path)
    expect(others).toEqual([before])
    expect(now).not.toBe(before)
    expect(await secretsOf(store)).toEqual([signing, client])
    expect(openSigningSecret(store.db, { id: 'A1', ...sealedBefore })).toBe(signing)
    writeFileSync(join(dirname(path), 'key'), `${now}\n`)
    expect(await secretsOf(store)).toEqual([signing, client])
  })

  test('[KEY-5] whose key is lost opens again with new secrets, if that is asked for', async () => {
    const path = tempDatabasePath()
    const first = await openSqlite(path)
    await createApp(first)
    await first.close()
    unlinkSync(join(dirname(path), 'key'))

    const store = await openSqlite(path, { keysAreLost: true })

    for (const secret of await secretsOf(store)) expect(secret).toMatch(/^[\w-]{43}$/)
    await store.close()
    await (await openSqlite(path)).close()
  })
})

test('[KEY-2] a sealed secret opens only in its own place', async () => {
  const store = await openSqlite(':memory:')
  onTestFinished(() => store.close())
  const { secrets } = store.db
  const sealed = secrets.seal('app A1 signing_secret', signing)
  expect(String(sealed)).not.toContain(signing)
  expect(secrets.open('app A1 signing_secret', sealed)).toBe(signing)
  expect(() => secrets.open('app A2 signing_secret', sealed)).toThrow('was changed or damaged')
})

test.skipIf(!postgres)(
  '[KEY-3, KEY-5] PostgreSQL: another process finds a key that was added after its start',
  async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const keys = new KeyFile(join(dirname(tempDatabasePath()), 'key'))
    const [store, other] = [
      await openPostgres(postgres ?? '', { schema, keys }),
      await openPostgres(postgres ?? '', { schema, keys: new KeyFile(keys.path) }),
    ]
    onTestFinished(async () => void (await Promise.all([store.close(), other.close()])))
    await createApp(store)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = other.write(async (tx) => {
      await tx.lock('keys')
      await tx.selectFrom('apps').select('id').execute() // is answered once the lock is held
      locked.resolve()
      await gate
    })
    await locked.promise
    const rotating = rotateKey(store)
    // While another process adds a key, this one does not.
    await other.db.selectFrom('apps').select('id').execute()
    expect(keys.read()).toHaveLength(1)
    open()
    await Promise.all([holding, rotating])
    expect(keys.read()).toHaveLength(2)
    expect(await secretsOf(other)).toEqual([signing, client])

    await expect(openPostgres(postgres ?? '', { schema, keys: new MemoryKeys() })).rejects.toThrow(/there is no memory/)

    const database = new pg.Client(postgres)
    await database.connect()
    await database.query(
      `delete from ${schema}.server_secrets; update ${schema}.apps set signing_secret = '${signing}'`,
    )
    await database.end()
    const again = await openPostgres(postgres ?? '', { schema, keys })
    onTestFinished(() => again.close())
    expect((await secretsOf(again))[0]).toBe(signing)
  },
)

test.skipIf(!postgres)('[KEY-3] PostgreSQL: of processes that start at once, one makes the key of all', async () => {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const path = join(dirname(tempDatabasePath()), 'key')
  const open = async () => {
    const store = await openPostgres(postgres ?? '', { schema, keys: new KeyFile(path), patience })
    onTestFinished(() => store.close())
    return store
  }
  await open()
  unlinkSync(path)
  const other = new pg.Client(postgres)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(`delete from ${schema}.server_secrets`)
  await other.query('begin')
  await other.query(`insert into ${schema}.server_secrets values ('key_check', '')`)

  const opening = Promise.all([open(), open()])
  const waiting = `select from pg_locks where not granted and transactionid = pg_current_xact_id()::text::xid`
  await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: patience }).toBe(2)
  // One that made a key before it waited would write over that of another.
  expect(readdirSync(dirname(path))).toEqual([])
  await other.query('rollback')

  const [store, beside] = await opening
  if (store) await createApp(store)
  expect(beside && (await secretsOf(beside))).toEqual([signing, client])
  expect(readKeys(path)).toHaveLength(1)
})

function readKeys(path: string): string[] {
  const lines = readFileSync(join(dirname(path), 'key'), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}
