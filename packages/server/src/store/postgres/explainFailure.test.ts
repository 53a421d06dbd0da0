import { createRequire } from 'node:module'
import { isOutOfReach } from '#store/outOfReach'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testKeys } from '#testing/database/keys'
import { WatchedPool } from './connections/watchedPool.ts'
import { explainFailure } from './explainFailure.ts'
import { openPostgres } from './open.ts'

test('[OPS-9] a certificate that is not trusted is told with the setting that names its authority', () => {
  const flag = 'if the root CA is installed locally, try running Node.js with --use-system-ca'
  const failure = Object.assign(new Error(`self-signed certificate; ${flag}`), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(explainFailure(failure, 'postgres://ana:secret@db/chat?sslmode=verify-full').message).toBe(
    'PostgreSQL at db:5432 and this server do not agree on TLS: self-signed certificate. Correct sslmode and sslrootcert in --store. If an authority of your own has signed the certificate, name its file: ?sslmode=verify-full&sslrootcert=FILE.',
  )
})

test('[OPS-9, FLT-6] a password that is missing, or is in a file that the driver may not read, is told as that', async () => {
  const sasl: unknown = createRequire(import.meta.url)('pg/lib/crypto/sasl')
  const asked: Promise<unknown> = Reflect.get(Object(sasl), 'continueSession')({ message: 'SASLInitialResponse' })
  const failure = await asked.catch((error: unknown) => error)
  expect(explainFailure(failure, 'postgres://ana@db/chat').message).toBe(
    'PostgreSQL at db:5432 wants a password of the user ana, and there is none. Give it in --store, in PGPASSWORD or in ~/.pgpass, which counts only if nobody else may read it (chmod 600).',
  )
  expect(isOutOfReach(failure)).toBe(true)
})

test('[OPS-9] what a pooler refuses is told with what to do', () => {
  const refused = (reason: string) =>
    explainFailure(Object.assign(new Error(reason), { code: '08P01' }), 'postgres://ana:secret@db:6432/chat').message
  expect(refused('no such database: chat')).toBe(
    'What is in front of PostgreSQL at db:6432 refuses the connection: no such database: chat. Correct the address in --store, or the settings of what is in front.',
  )
  expect(refused('unsupported startup parameter: options')).toContain(
    'alter role ROLE in database NAME set search_path',
  )
})

test('[OPS-9] the place is told although a file for TLS is away', () => {
  const failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const settings = 'uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/no/such/ca.crt'
  expect(explainFailure(failure, `postgres://ana:secret@db/chat?${settings}`).message).toMatch(
    /^Nothing listens at db:5432,/,
  )
})

test('[OPS-9] why a database cannot be opened is told although the pool does not end', async () => {
  const ending = vi.spyOn(WatchedPool.prototype, 'end').mockReturnValue(new Promise(() => {}))
  onTestFinished(() => ending.mockRestore())
  const opening = openPostgres('postgres://ana@127.0.0.1:1/chat', { keys: testKeys })
  await expect(opening).rejects.toThrow('Nothing listens at 127.0.0.1:1')
})

describe('[OPS-15] an @ behind the host', () => {
  const because = (code: string, url: string, reason = `failed with ${code}`) =>
    explainFailure(Object.assign(new Error(reason), { code }), url).message

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL', 'ERR_SOCKET_BAD_PORT'])(
    'may be that of a password: %s',
    (code) => {
      for (const url of [
        'postgres://ana:x@secret/y@db/one',
        'postgres://ana:x@secret#y@db/one',
        'postgres://ana:x@secret?y@db/one',
        'postgres://ana:x@secret?y=1&options=z@db/one',
        'postgres://secret:12?y@db/one',
      ])
        expect(because(code, url), url).toMatch(/^The address of --store cannot be read/)
    },
  )

  test('may be that of a setting', () => {
    for (const settings of ['sslmode=require&options=-csearch_path=a@b', 'application_name=ana@example.com'])
      expect(because('ENOTFOUND', `postgres://ana:secret@db/chat?${settings}`)).toMatch(
        /^The host of PostgreSQL, db:5432, has no address/,
      )
    expect(because('ENOTFOUND', 'postgres://ana:secret@db?sslmode=require&options=-csearch_path=a@b')).toMatch(
      /^The host of PostgreSQL, db:5432, has no address/,
    )
  })

  test('may be that of a database, where the host was found', () => {
    expect(because('ECONNREFUSED', 'postgres://ana@127.0.0.1:1/ana@example.com')).toMatch(
      /^Nothing listens at 127\.0\.0\.1:1, where PostgreSQL should be/,
    )
    expect(because('ETIMEDOUT', 'postgres://ana@localhost/ana@example.com')).toMatch(
      /^PostgreSQL at localhost:5432 does not answer/,
    )
  })

  test('hides a file that may be a piece of a password', () => {
    const path = 'secret/y@db/one'
    const failure = Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
      code: 'ENOENT',
      syscall: 'open',
      path,
    })
    expect(explainFailure(failure, `postgres://ana:12?z&sslkey=${path}`).message).toMatch(
      /^The address of --store cannot/,
    )
  })

  test('hides what may be a piece of a password all the same', () => {
    expect(because('ETIMEDOUT', 'postgres://ana:x@secret?y@db/one')).toMatch(/^PostgreSQL at … does not answer/)
    expect(because('ECONNREFUSED', 'postgres://ana:1234/y@db/one')).toMatch(/^Nothing listens at …,/)
    const url = 'postgres://ana:x@localhost/secret@db/one'
    expect(because('3D000', url)).toMatch(/^There is no database … in the PostgreSQL at localhost:5432/)
    const reason = 'no pg_hba.conf entry for host "::1", user "ana", database "secret@db/one", no encryption'
    expect(because('28000', url, reason)).toContain('user "ana", database "…", no encryption')
  })
})
