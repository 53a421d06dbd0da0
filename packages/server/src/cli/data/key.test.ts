import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { createDirectory } from '#testing/server/appDirectory'

test('[KEY-5] rivulet key rotate changes the key of a running server and of its data, and apps keep their secrets', async () => {
  const { served, installed, environment, run, cwd } = createDirectory()
  const { stop } = await served('serve')
  const { environment: first } = await installed()
  const key = join(cwd, '.rivulet', 'key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const before = readFileSync(key, 'utf8')

  const rotated = await run('key', 'rotate')
  expect(rotated).toMatchObject({
    code: 0,
    out: expect.stringMatching(/secrets are sealed with a new key, which is in \S+key\.\n$/),
    err: 'rivulet: Renew your copy of the key file.\n',
  })
  expect(readFileSync(key, 'utf8').split('\n')).toHaveLength(before.split('\n').length + 1)
  await stop()
  expect(await run('key', 'rotate')).toMatchObject({ code: 0 })
  expect((await environment('--app', 'scout')).variables['SLACK_SIGNING_SECRET']).toBe(first['SLACK_SIGNING_SECRET'])
})

test('[KEY-3, KEY-5] a server without its key does not start, until --lost gives every app new secrets', async () => {
  const { served, installed, environment, run, cwd } = createDirectory()
  await (await served('serve')).stop()
  const { environment: first } = await installed()
  expect(await run('key', 'rotate', '--lost')).toMatchObject({ code: 1, err: expect.stringContaining('is not lost') })
  rmSync(join(cwd, '.rivulet', 'key'))

  const refused = await run('serve', '--port', '0')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(
    /^rivulet: The secrets in the database are sealed, and there is no key file .*--lost\. Nothing was changed\.\n$/,
  )

  expect(await run('key', 'rotate', '--lost')).toMatchObject({ code: 0 })
  await served('serve')
  const secret = (await environment('--app', 'scout')).variables['SLACK_SIGNING_SECRET']
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(secret).not.toBe(first['SLACK_SIGNING_SECRET'])
})

test('[KEY-3] PostgreSQL needs to be told where the key is', async () => {
  const { run } = createDirectory()
  const refused = await run('serve', '--store', 'postgres://nobody@127.0.0.1:1/none')
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--store needs --key FILE') })
})

test.skipIf(!postgres)('[KEY-5] rivulet key rotate tells to copy the key to other machines on PostgreSQL', async () => {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query(`create schema ${schema}`)
  onTestFinished(async () => {
    await client.query(`drop schema ${schema} cascade`)
    await client.end()
  })
  const url = new URL(postgres ?? '')
  url.searchParams.set('options', `-csearch_path=${schema}`)
  const { run, cwd } = createDirectory()
  const { code, err } = await run('key', 'rotate', '--store', url.href, '--key', 'key')
  expect(code).toBe(0)
  expect(err).toBe(
    `rivulet: Copy ${join(cwd, 'key')} now to each other machine with a server on this database. Until then, apps get no events from there.\nrivulet: Renew your copy of the key file.\n`,
  )
})

test('[KEY-5] rivulet key rotate keeps a link to the key file, and replaces what it leads to', async () => {
  const { served, run, cwd } = createDirectory()
  await (await served('serve')).stop()
  const [link, kept] = [join(cwd, '.rivulet', 'key'), join(cwd, 'elsewhere', 'rivulet.key')]
  mkdirSync(join(cwd, 'elsewhere'))
  renameSync(link, kept)
  symlinkSync('../elsewhere/rivulet.key', link)
  const before = readFileSync(kept, 'utf8')

  expect(await run('key', 'rotate')).toMatchObject({ code: 0 })

  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(kept, 'utf8').split('\n')).toHaveLength(before.split('\n').length + 1)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  await (await served('serve')).stop()
})
