import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { remove } from '#methods/files/delete'
import { sweepOrphanedBlobs } from '#domain/sweep/files'
import { parseBucketAddress } from '#domain/files/bucketAddress'
import { openBucket } from '#store/blobs/inBucket'
import { createApiClient } from '#testing/calls/apiClient'
import { uploadFile } from '#testing/apps/uploads'
import { refuse, stallAll, startS3Proxy, startS3Server } from '#testing/database/s3Server'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { startServer } from '#testing/server/server'
import { backUp } from './backup/backUp.ts'
import { restore } from './backup/restore.ts'

const unanswered = 'BlobsOutOfReach: The bucket files cannot be used: it does not answer.'
const scout = { authorization: 'Bearer xoxb-acme-scout' }

/** Starts a server, and gives it files. */
async function startWithFiles(settings: Record<string, unknown>, data?: string) {
  const server = await startServer({ settings, ...(data === undefined ? {} : { data }) })
  const { call } = createApiClient(server.url, server.unexpectedErrors)
  return {
    ...server,
    call,
    share: async (bytes: string) => {
      const id = await uploadFile({ call }, { bytes })
      const { files } = await call(completeUploadExternal, { files: [{ id }], channel_id: 'C0HELP' })
      return { id, path: new URL(files?.[0]?.url_private ?? '').pathname }
    },
    read: (path: string) => server.request('GET', path, undefined, scout),
  }
}

describe('files in a bucket', () => {
  test('[FIL-11] are served and deleted like all others, and those from before are still served', async () => {
    const { address, directory } = await startS3Server()
    const data = createTempDirectory()
    const before = await startWithFiles({}, data)
    const old = await before.share('Old words')
    await before.end()

    const server = await startWithFiles({ files: address }, data)
    const fresh = await server.share('New words')
    expect([(await server.read(old.path)).text, (await server.read(fresh.path)).text]).toEqual([
      'Old words',
      'New words',
    ])
    expect(readdirSync(join(data, 'files'))).toHaveLength(1)
    expect(bytesIn(directory)).toContain('New words')

    for (const { id } of [old, fresh]) await server.call(remove, { file: id })
    await expect.poll(() => bytesIn(directory)).not.toContain('New words')
    await expect.poll(() => readdirSync(join(data, 'files'))).toEqual([])
    expect(server.unexpectedErrors).toEqual([])
  })

  test('[FIL-11] are out of reach with their bucket, and everything else goes on', async () => {
    const bucket = await startS3Server()
    const server = await startWithFiles({ files: bucket.address })
    const { path } = await server.share('Words')
    const { upload_url: url = '' } = await server.call(getUploadURLExternal, { filename: 'a.txt', length: 5 })
    await bucket.close()
    const read = await server.read(path)
    expect([read.status, read.body['error'], read.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '1',
    ])
    const sent = await fetch(url, { method: 'POST', body: 'Words' })
    expect([sent.status, await sent.text()]).toEqual([
      503,
      'The place of the files is out of reach. Try again in a moment.\n',
    ])
    const posted = await server.request('POST', '/api/chat.postMessage', { channel: 'C0HELP', text: 'Hello' }, scout)
    expect(posted.body).toMatchObject({ ok: true })
    // The log names the bucket, and holds no credentials.
    const told = server.unexpectedErrors.map(String)
    expect(told).toHaveLength(2)
    for (const text of told) expect(text).toMatch(/^BlobsOutOfReach: The bucket files cannot be used: /)
    expect((await server.request('GET', '/metrics')).text).toContain('\nrivulet_defects_total 0\n')
  })

  test('[FIL-11] are out of reach at a start, which tells so, and are there as soon as their bucket is', async () => {
    const bucket = await startS3Server()
    let isAway = false
    const address = await startS3Proxy(bucket, (...asked) => (isAway ? asked[1].destroy() : asked[2]()))
    const data = createTempDirectory()
    const before = await startWithFiles({ files: address }, data)
    const { path } = await before.share('Words')
    await before.end()

    isAway = true
    const server = await startWithFiles({ files: address }, data)
    expect(server.notices).toEqual([
      expect.stringMatching(/^The bucket files cannot be used: .* Everything else works\.$/),
    ])
    expect((await server.read(path)).status).toBe(503)
    const posted = await server.request('POST', '/api/chat.postMessage', { channel: 'C0HELP', text: 'Hello' }, scout)
    expect(posted.body).toMatchObject({ ok: true })
    await expect(startServer({ settings: { files: address } })).rejects.toThrow('The bucket files cannot be used')
    // The call and the cleaning tell it; on a busy machine the cleaning has looked again.
    await expect.poll(() => server.unexpectedErrors.length).toBeGreaterThanOrEqual(2)
    expect(new Set(server.unexpectedErrors.map(String))).toEqual(new Set([unanswered]))
    server.unexpectedErrors.length = 0
    isAway = false
    const fresh = await server.share('New words')
    expect([(await server.read(path)).text, (await server.read(fresh.path)).text]).toEqual(['Words', 'New words'])
  })

  test('[FIL-11] stop a start if their bucket refuses it or does not exist, and not if it has an error of its own', async () => {
    const bucket = await startS3Server({ checkSignatures: true })
    let fail: ((res: ServerResponse) => unknown) | undefined
    const address = await startS3Proxy(bucket, (_req, res, forward) => (fail ? fail(res) : forward()))
    const data = createTempDirectory()
    await (await startWithFiles({ files: address }, data)).end()

    const ofAProxy = (res: ServerResponse) =>
      res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad<br>gateway')
    for (const failing of [(res: ServerResponse) => refuse(res, 503, 'SlowDown'), ofAProxy]) {
      fail = failing
      const server = await startWithFiles({ files: address }, data)
      expect(server.notices).toEqual([expect.stringMatching(/^The bucket files cannot be used: /)])
      await server.end()
    }
    fail = undefined
    for (const [name, wrong, reason] of [
      ['AWS_SECRET_ACCESS_KEY', 'wrong', 'the secret access key is wrong.'],
      ['AWS_ACCESS_KEY_ID', 'nobody', 'the store does not know this access key.'],
    ] as const) {
      vi.stubEnv(name, wrong)
      await expect(startServer({ data, settings: { files: address } })).rejects.toThrow(reason)
      vi.stubEnv(name, 'S3RVER')
    }
    rmSync(join(bucket.directory, 'files'), { recursive: true })
    await expect(startServer({ data, settings: { files: address } })).rejects.toThrow('it does not exist.')
  })

  test('[FIL-11] end where their bucket says nothing more: a download is cut, and an upload refused', async () => {
    const bucket = await startS3Server()
    let stalls = false
    const address = await startS3Proxy(bucket, (...asked) => (stalls ? stallAll(...asked) : asked[2]()))
    const server = await startWithFiles({ files: address })
    server.store.blobs = await openBucket(parseBucketAddress(address), { silenceMs: 200 })
    const { path } = await server.share('x'.repeat(300_000))
    const large = 'x'.repeat(6_000_000)
    const upload = { filename: 'a.txt', length: large.length }
    const { upload_url: url = '' } = await server.call(getUploadURLExternal, upload)
    stalls = true
    const read = await fetch(server.url + path, { headers: scout })
    expect(read.status).toBe(200)
    await expect(read.text()).rejects.toThrow('terminated')
    const sent = await fetch(url, { method: 'POST', body: large })
    expect([sent.status, await sent.text()]).toEqual([
      503,
      'The place of the files is out of reach. Try again in a moment.\n',
    ])
    stalls = false
    server.store.blobs = await openBucket(parseBucketAddress(address))
    expect((await fetch(url, { method: 'POST', body: large })).status).toBe(200)
    expect(server.unexpectedErrors.map(String)).toEqual([unanswered])
  })

  test('[FIL-12] of another database stop the start', async () => {
    const { address } = await startS3Server()
    await startServer({ settings: { files: address } })
    await expect(startServer({ settings: { files: address } })).rejects.toThrow('the files of another database')
    await startServer({ settings: { files: address.replace('/team', '/second') } })
  })

  test('[FIL-12] are those of the same database after a restart and a reset', async () => {
    const { address } = await startS3Server()
    const data = createTempDirectory()
    const server = await startWithFiles({ files: address }, data)
    const reset = await server.request('POST', '/control/reset')
    expect(reset.status).toBe(200)
    await server.end()
    await startWithFiles({ files: address }, data)
  })

  test('[FIL-13] stop a server that does not name their bucket, or names another one that does not hold them', async () => {
    const { address, directory, endpoint } = await startS3Server()
    const data = createTempDirectory()
    const withPassword = address.replace('http://', 'http://ana:hunter2@')
    const server = await startWithFiles({ files: withPassword }, data)
    await server.share('Words')
    await server.request('POST', '/control/reset')
    await server.end()

    await expect(startServer({ data })).rejects.toThrow(
      `Files of this database are in a bucket, and this server has no --files. Start it with --files 's3://files/team?endpoint=${endpoint}'.`,
    )
    const other = address.replace('/team', '/other')
    await expect(startServer({ data, settings: { files: other } })).rejects.toThrow(
      `Files of this database are in s3://files/team?endpoint=${endpoint}. The --files of this server names s3://files/other?`,
    )
    // What was copied with its mark is theirs.
    cpSync(join(directory, 'files', 'team'), join(directory, 'files', 'other'), { recursive: true })
    const moved = await startWithFiles({ files: other }, data)
    await moved.end()
    await expect(startServer({ data })).rejects.toThrow(`--files 's3://files/other?endpoint=${endpoint}'`)
  })

  test('[FIL-11] are not in a backup, which names their bucket and none as deleted', async () => {
    const { address, directory } = await startS3Server()
    const data = createTempDirectory()
    const server = await startWithFiles({ files: address }, data)
    await server.share('Words')
    const copy = join(createTempDirectory(), 'copy')
    const manifest = await backUp({ data, store: undefined, files: undefined }, copy, '1.0.0')
    expect(manifest.bucket).toBe(address)
    expect([manifest.parts.map(({ path }) => path), manifest.deleted_meanwhile]).toEqual([['rivulet.db'], []])

    // [FIL-18] What came after the backup stays for whoever goes back to the database that was replaced.
    await server.share('Newer words')
    await server.end()
    await restore({ data, store: undefined }, copy, { replace: true })
    const after = await startWithFiles({ files: address }, data)
    await sweepOrphanedBlobs(after.store, { before: Date.now() + 60_000 })
    await after.end()
    expect(bytesIn(directory)).toContain('Newer words')

    // The commands have no setting that names the bucket.
    const run = async (...args: string[]) => (await runCommand(args).ended).err
    const [again, restored] = [join(createTempDirectory(), 'copy'), join(createTempDirectory(), 'data')]
    expect(await run('backup', again, '--data', data)).toContain(
      'Files in s3://files/team are not in it. Keep versions in that bucket.\n',
    )
    expect(await run('restore', again, '--data', restored)).toContain(
      `Start the server with --files '${address}'. It deletes none of those that are newer than the backup for 30 days.\n`,
    )
  })
})

/** All bytes of all files below a directory. */
function bytesIn(directory: string): string {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n')
}
