import { connect, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseBucketAddress } from '#domain/files/bucketAddress'
import { newBlobKey } from '#domain/ids'
import { patience } from '#testing/database/databases'
import { type Interceptor, refuse, startS3Proxy, startS3Server } from '#testing/database/s3Server'
import { listenOnLoopback } from '#testing/server/bareServers'
import { BlobsOutOfReach } from './blobs.ts'
import { openBucket } from './inBucket.ts'

describe('[FIL-11] a bucket', () => {
  test('takes what is sent over a slow line, however long it takes', async () => {
    const server = await startS3Server()
    const address = server.address.replace(server.endpoint, await startSlowLine(server.endpoint))
    const bucket = await openBucket(parseBucketAddress(address), { answerMs: 500 })
    const key = newBlobKey()
    const begun = performance.now()
    await bucket.save(key, piecesOf(6_000_000))
    expect(performance.now() - begun).toBeGreaterThan(1000)
    expect(await (await openBucket(parseBucketAddress(server.address))).listOlderThan(Date.now() + 60_000)).toEqual([
      key,
    ])
  })

  test.each([300_000, 12_000_000])('holds no object of %i bytes whose store did not answer', async (size) => {
    const { bucket } = await startAborting(await startS3Server(), async ({ method, url = '' }, res, forward) => {
      const ends = method === 'PUT' ? !url.includes('uploadId') : method === 'POST' && url.includes('uploadId')
      if (ends) Object.assign(res, { writeHead: () => res.destroy() })
      await forward()
    })
    await expect(bucket.save(newBlobKey(), piecesOf(size))).rejects.toThrow(BlobsOutOfReach)
    expect(await bucket.listOlderThan(Date.now() + 60_000)).toEqual([])
  })

  test('removes the parts of an upload that was cut, also while it is closed', async () => {
    let parts = 0
    const { bucket, aborted } = await startAborting(await startS3Server(), async ({ url = '' }, _res, forward) => {
      await forward()
      if (url.includes('partNumber=')) parts++
    })
    await expect(bucket.save(newBlobKey(), broken(12_000_000))).rejects.toThrow('cut')
    expect(aborted).toHaveLength(1)
    const cutting = Promise.withResolvers<never>()
    const saving = bucket.save(newBlobKey(), broken(12_000_000, cutting.promise))
    await expect.poll(() => parts).toBe(4)
    cutting.reject(new Error('cut'))
    const ended = expect(saving).rejects.toThrow('cut')
    await bucket.close()
    expect(aborted).toHaveLength(2)
    await ended
  })

  test('says why a part was refused, also if the parts cannot be removed', async () => {
    const refusing: Interceptor = ({ url = '' }, res, forward) =>
      url.includes('partNumber=2') ? refuse(res, 403, 'AccessDenied') : forward()
    const { bucket, aborted } = await startAborting(await startS3Server(), refusing, 405)
    await expect(bucket.save(newBlobKey(), piecesOf(12_000_000))).rejects.toThrow('these credentials may not.')
    expect(aborted).toHaveLength(1)
  })
})

/** A bucket of a store that removes parts of uploads, which s3rver cannot. `aborted`: the uploads whose parts it was to remove. */
async function startAborting(
  server: { address: string; endpoint: string },
  intercept: Interceptor = (_req, _res, forward) => forward(),
  status = 204,
) {
  const aborted: string[] = []
  const address = await startS3Proxy(server, (req, res, forward) => {
    const { method, url = '' } = req
    if (method !== 'DELETE' || !url.includes('uploadId=')) return intercept(req, res, forward)
    aborted.push(url)
    return setTimeout(() => res.writeHead(status).end(), 50)
  })
  return { bucket: await openBucket(parseBucketAddress(address), { removalMs: patience }), aborted }
}

/** A line that carries some 3 MB in a second to the store. Returns the address of its near end. */
function startSlowLine(endpoint: string): Promise<string> {
  const line = createServer((near) => {
    const far = connect(Number(new URL(endpoint).port), '127.0.0.1')
    near.on('data', (piece) => {
      far.write(piece)
      near.pause()
      setTimeout(() => near.resume(), 20)
    })
    far.pipe(near)
    near.on('close', () => far.destroy()).on('error', () => {})
    far.on('close', () => near.destroy()).on('error', () => {})
  })
  return listenOnLoopback(line)
}

async function* piecesOf(size: number) {
  for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 'Rivulet')
}

async function* broken(size: number, cutting?: Promise<never>) {
  yield* piecesOf(size)
  await cutting
  throw new Error('cut')
}
