import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { parseBucketAddress } from '#domain/files/bucketAddress'
import { newBlobKey } from '#domain/ids'
import { type Interceptor, refuse, stallAll, startS3Proxy, startS3Server } from '#testing/database/s3Server'
import { BlobsOutOfReach } from './blobs.ts'
import { openBucket } from './inBucket.ts'

async function startBucket(options = {}) {
  const server = await startS3Server(options)
  const open = (address = server.address) => openBucket(parseBucketAddress(address), { pageSize: 10 })
  return { ...server, open, bucket: await open() }
}

describe('[FIL-11] a bucket', () => {
  test('gives back what was stored, whatever its size, in one object or in parts', async () => {
    const { bucket } = await startBucket()
    for (const size of [0, 1, 300_000, 5 * 1024 * 1024, 12_000_001]) {
      const key = newBlobKey()
      await bucket.save(key, piecesOf(bytes(size)))
      const read = Buffer.concat(await Array.fromAsync((await bucket.read(key)) ?? []))
      expect([size, read.equals(bytes(size))]).toEqual([size, true])
    }
  })

  test.each([300_000, 12_000_000])('holds nothing of an upload that was cut after %i bytes', async (size) => {
    const { bucket } = await startBucket()
    const key = newBlobKey()
    await expect(bucket.save(key, broken(size))).rejects.toThrow('cut')
    expect(await bucket.read(key)).toBeUndefined()
    expect(await bucket.listOlderThan(Date.now() + 60_000)).toEqual([])
  })

  test('lists what is older, on any number of pages, and deletes', async () => {
    const { bucket } = await startBucket()
    await bucket.claim('a database')
    const keys = Array.from({ length: 35 }, newBlobKey)
    await Promise.all(keys.map((key) => bucket.save(key, piecesOf(bytes(3)))))
    const stored = await bucket.listOlderThan(Date.now() + 60_000)
    expect(stored.toSorted()).toEqual(keys.toSorted())
    expect(await bucket.listOlderThan(Date.now() - 60_000)).toEqual([])
    const [one = '', other = ''] = stored
    await bucket.delete(one)
    await bucket.delete(one)
    expect(await bucket.read(one)).toBeUndefined()
    expect(await bucket.read(other)).toBeDefined()
  })

  test('ends what it reads, and refuses what it saves, if the store is silent in the middle of an answer', async () => {
    const server = await startS3Server()
    const address = await startS3Proxy(server, stallAll)
    const bucket = await openBucket(parseBucketAddress(address), { silenceMs: 200 })
    const silent = new BlobsOutOfReach('The bucket files cannot be used: it does not answer.', { isSilent: true })
    await expect(bucket.save(newBlobKey(), piecesOf(bytes(3)))).rejects.toThrow(silent)
    await expect(bucket.save(newBlobKey(), piecesOf(bytes(12_000_000)))).rejects.toThrow(silent)
    await expect(bucket.listOlderThan(Date.now())).rejects.toThrow(silent)
    const read = await bucket.read(newBlobKey())
    await expect(Array.fromAsync(read ?? [])).rejects.toThrow(silent)
    expect(read?.destroyed).toBe(true)
  })

  test('waits for a reader who is slow', async () => {
    const server = await startS3Server()
    const address = parseBucketAddress(server.address)
    const key = newBlobKey()
    await (await openBucket(address)).save(key, piecesOf(bytes(12_000_000)))
    const bucket = await openBucket(address, { silenceMs: 1000 })
    let size = 0
    for await (const piece of (await bucket.read(key)) ?? []) {
      if (size === 0) await sleep(2000)
      size += (piece as Buffer).length
    }
    expect(size).toBe(12_000_000)
  })

  test('[FIL-12] lists nothing that is not its own: neither files below deeper prefixes nor what others put there', async () => {
    const { bucket, open, address, directory } = await startBucket()
    const [own, nested] = [newBlobKey(), newBlobKey()]
    const below = await open(address.replace('/team', '/team/name'))
    await below.claim('another')
    await below.save(nested, piecesOf(bytes(3)))
    await bucket.save(own, piecesOf(bytes(3)))
    for (const name of ['notes.txt', `${own}.bak`, own.toUpperCase()]) await bucket.save(name, piecesOf(bytes(3)))
    expect(existsSync(join(directory, 'files', 'team', 'name'))).toBe(true)
    expect(await bucket.listOlderThan(Date.now() + 60_000)).toEqual([own])
    expect(await below.listOlderThan(Date.now() + 60_000)).toEqual([nested])
  })

  test.each(['known', 'refused', 'overlooked'] as const)(
    '[FIL-12] belongs to one of two databases that begin at once, where conditions of a put are %s',
    async (conditions) => {
      const server = await startS3Server()
      const address = await startS3Proxy(server, ownersAtOnce(conditions))
      const buckets = await Promise.all([1, 2].map(() => openBucket(parseBucketAddress(address))))
      const claims = await Promise.allSettled(buckets.map((bucket, i) => bucket.claim(`database ${i}`)))
      const owner = await buckets[0]?.findOwner()
      expect(claims.map(({ status }, i) => status === 'fulfilled' && `database ${i}`).filter(Boolean)).toEqual([owner])
      expect(claims.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: new Error(
          'The bucket files holds the files of another database under team/. Name a prefix of its own: --files s3://files/some-name',
        ),
      })
    },
  )

  test('[FIL-12] belongs to one database; another takes another prefix', async () => {
    const { bucket, open, address } = await startBucket()
    await bucket.claim('one')
    await bucket.claim('one')
    await expect(bucket.claim('other')).rejects.toThrow(
      'The bucket files holds the files of another database under team/. Name a prefix of its own: --files s3://files/some-name',
    )
    await (await open(address.replace('/team', '/other'))).claim('other')
    await (await open(address.replace('/team', ''))).claim('third')
  })

  test('[FIL-12] that was out of reach is claimed before anything is stored or listed there', async () => {
    const server = await startS3Server()
    let isAway = true
    const address = await startS3Proxy(server, (...asked) => (isAway ? asked[1].destroy() : asked[2]()))
    const [bucket, other] = await Promise.all([1, 2].map(() => openBucket(parseBucketAddress(address))))
    await expect(bucket?.claim('one')).rejects.toThrow(BlobsOutOfReach)
    isAway = false
    await other?.claim('other')
    const taken = 'The bucket files holds the files of another database under team/.'
    await expect(bucket?.save(newBlobKey(), piecesOf(bytes(3)))).rejects.toThrow(taken)
    await expect(bucket?.listOlderThan(Date.now())).rejects.toThrow(taken)
  })

  test('that cannot be used says why', async () => {
    const { open, address, close } = await startBucket({ checkSignatures: true })
    const reasonFor = async (change: (text: string) => string) =>
      (await open(change(address))).claim('x').catch((error: unknown) => error)
    expect(await reasonFor((text) => text.replace('files', 'absent'))).toEqual(
      new BlobsOutOfReach('The bucket absent cannot be used: it does not exist.'),
    )
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    expect(await reasonFor((text) => text)).toEqual(
      new BlobsOutOfReach('The bucket files cannot be used: the secret access key is wrong.'),
    )
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody')
    expect(await reasonFor((text) => text)).toEqual(
      new BlobsOutOfReach('The bucket files cannot be used: the store does not know this access key.'),
    )
    await close()
    expect(await reasonFor((text) => text)).toEqual(
      new BlobsOutOfReach(
        'The bucket files cannot be used: nothing listens at its endpoint. Start the store, or correct the endpoint in --files.',
        { isSilent: true },
      ),
    )
    expect(String(await reasonFor(() => 's3://files?endpoint=http://nowhere.invalid'))).toMatch(
      /its endpoint has no address in the network\. Correct the endpoint in --files, if it is wrong\.$/,
    )
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
    expect(String(await reasonFor(() => 's3://files'))).toMatch(/its region is missing\. Name it: .*, or AWS_REGION$/)
  })
})

test('[FIL-11] the address of a bucket', () => {
  expect(parseBucketAddress('s3://a-bucket')).toEqual({
    bucket: 'a-bucket',
    prefix: '',
    region: undefined,
    endpoint: undefined,
  })
  expect(parseBucketAddress('s3://a.bucket/one/two/?region=eu-1&endpoint=https://s3.example.org')).toEqual({
    bucket: 'a.bucket',
    prefix: 'one/two/',
    region: 'eu-1',
    endpoint: 'https://s3.example.org',
  })
  const refused = {
    's3://': /^needs to be an address like s3:/,
    'https://bucket': /^needs to be an address like s3:/,
    's3://key:secret@bucket': /^holds credentials; they belong in AWS_ACCESS_KEY_ID/,
    's3://A_B': /^names a bucket that cannot exist: a_b$/i,
    's3://bucket?acl=public': /^has an unknown parameter acl/,
    's3://bucket?endpoint=minio': /^needs an endpoint that begins with https/,
  }
  for (const [text, words] of Object.entries(refused)) expect(() => parseBucketAddress(text)).toThrow(words)
})

/** Two servers ask whose a bucket is, then both mark it, and then both may ask again. */
function ownersAtOnce(conditions: 'known' | 'refused' | 'overlooked'): Interceptor {
  const [asked, marked] = [gateOf(2), gateOf(2)]
  let isMarked = false
  return async ({ method, headers, url = '' }, res, forward) => {
    if (!url.includes('rivulet-owner')) return forward()
    if (method === 'GET') {
      if (asked.isOpen) await marked.opening
      await forward()
      return asked.come()
    }
    await asked.opening
    const isConditional = headers['if-none-match'] === '*'
    if (isConditional && conditions === 'refused') return refuse(res, 501, 'NotImplemented')
    if (isConditional && conditions === 'known' && isMarked) refuse(res, 412, 'PreconditionFailed')
    else {
      isMarked = true
      await forward()
    }
    marked.come()
  }
}

/** Opens when so many have come. */
function gateOf(count: number) {
  const { promise: opening, resolve } = Promise.withResolvers<void>()
  const gate = {
    opening,
    isOpen: false,
    come() {
      count -= 1
      if (count > 0) return
      gate.isOpen = true
      resolve()
    },
  }
  return gate
}

function bytes(size: number): Buffer {
  return Buffer.alloc(size, 'Rivulet carries files, piece by piece. ')
}

async function* piecesOf(all: Buffer) {
  for (let i = 0; i < all.length; i += 65_536) yield all.subarray(i, i + 65_536)
}

async function* broken(size: number) {
  yield* piecesOf(bytes(size))
  throw new Error('cut')
}
