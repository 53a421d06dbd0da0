import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '#domain/access/caller'
import { createUpload } from '#domain/files/upload'
import { DiskRefusal, type Store } from '#store/db'
import { onBothDatabases } from '#testing/database/databases'
import { actionsOn, loadAcme } from '#testing/workspace/domain'
import { setLimits } from '#testing/workspace/settings'
import { UploadReceiver } from './upload.ts'

/** Receives uploads of people at an address of its own. By default it cuts nobody off. */
async function receiveUploads(store: Store, pace = { bytes: 0, withinMs: 60_000 }) {
  const unexpectedErrors: unknown[] = []
  const onUnexpectedError = (error: unknown) => unexpectedErrors.push(error)
  const receiver = new UploadReceiver({ store, isDraining: () => false, onUnexpectedError }, pace)
  const server = createServer((req, res) => void receiver.serve(req, res, (req.url ?? '').slice(1)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { begin, send, post, unexpectedErrors }

  /** Begins an upload and sends only a part of its bytes. */
  async function begin(person: Caller, size = 5, sent = 'H') {
    const { ticket } = await store.write((tx) => createUpload(tx, person, { name: 'a', size, alt: '' }))
    return send(ticket, size, sent)
  }
  async function send(ticket: string, size: number, sent: string) {
    let status: number | string | undefined
    const req = request({ port, path: `/${ticket}`, method: 'POST', headers: { 'content-length': size } })
    const answered = new Promise<number | string>((resolve) => {
      req.on('response', (res) => resolve(res.resume().statusCode ?? 0)).on('error', () => resolve('cut'))
    })
    void answered.then((answer) => (status = answer))
    await new Promise<void>((done) => req.write(sent, () => done()))
    return { answered, status: () => status, end: (rest: string) => req.end(rest), cut: () => req.destroy() }
  }
  async function post(person: Caller): Promise<number | string> {
    const upload = await begin(person)
    upload.end('ello')
    return upload.answered
  }
}

async function countReceived(store: Store): Promise<number> {
  return (await store.db.selectFrom('files').select('id').where('state', '=', 'received').execute()).length
}

onBothDatabases('uploads', (open) => {
  const createTeam = async () => {
    const { store } = await loadAcme(open)
    const { findPerson } = actionsOn(store)
    return { store, ana: await findPerson('U0ANA'), ben: await findPerson('U0BEN') }
  }

  test('[FIL-9] of one person leave places to others, and a place is free as soon as its upload is cut', async () => {
    const { store, ana, ben } = await createTeam()
    await setLimits({ store }, { uploadsPerPerson: 2 })
    const save = vi.spyOn(store.blobs, 'save')
    onTestFinished(() => save.mockRestore())
    const { begin, post, unexpectedErrors } = await receiveUploads(store)
    const [first, second] = [await begin(ana), await begin(ana)]
    await expect.poll(() => save.mock.calls.length).toBe(2)
    const third = await begin(ana)
    third.end('ello')
    // Ana's third upload waits for a place; Ben's does not.
    expect(await post(ben)).toBe(200)
    expect(save.mock.calls.length).toBe(3)
    first.cut()
    expect(await third.answered).toBe(200)
    second.end('ello')
    expect(await second.answered).toBe(200)
    expect(await countReceived(store)).toBe(3)
    expect(unexpectedErrors).toEqual([])
  })

  test('[FIL-9] of one person that wait are bounded', async () => {
    const { store, ana } = await createTeam()
    await setLimits({ store }, { uploadsPerPerson: 1, pendingUploadsPerPerson: 2 })
    const { ticket } = await store.write((tx) => createUpload(tx, ana, { name: 'a', size: 5, alt: '' }))
    const { send } = await receiveUploads(store)
    const uploads = await Promise.all(Array.from({ length: 8 }, () => send(ticket, 5, 'H')))
    // One runs, two wait.
    await expect.poll(() => uploads.filter(({ status }) => status() === 429).length).toBe(5)
    for (const upload of uploads) upload.cut()
  })

  test('[FIL-9] that dribble are cut off, and leave nothing', async () => {
    const { store, ana } = await createTeam()
    await setLimits({ store }, { uploadsPerPerson: 1 })
    const { begin, post, unexpectedErrors } = await receiveUploads(store, { bytes: 100, withinMs: 50 })
    expect(await (await begin(ana, 1000)).answered).toBe('cut')
    expect(await post(ana)).toBe(200)
    expect(await store.blobs.listOlderThan(Date.now() + 60_000)).toHaveLength(1)
    expect(unexpectedErrors).toEqual([])
  })

  test('[FIL-10] are refused while the disk would not keep room for messages', async () => {
    const { store, ana } = await createTeam()
    const { post, begin } = await receiveUploads(store)
    const disk = { size: 20_000_000_000, free: 524_288_000 + 4 }
    store.blobs.readDisk = async () => disk
    onTestFinished(() => void Reflect.deleteProperty(store.blobs, 'readDisk'))
    expect(await post(ana)).toBe(507)
    disk.free += 1
    // An upload that has begun will take its room, too.
    const begun = await begin(ana)
    await expect.poll(() => post(ana)).toBe(507)
    begun.end('ello')
    expect(await begun.answered).toBe(200)
    expect(await post(ana)).toBe(200)
    // A small disk keeps 5 % of it.
    Object.assign(disk, { size: 1_000_000, free: 50_004 })
    expect(await post(ana)).toBe(507)
    disk.free = 50_005
    expect(await post(ana)).toBe(200)
  })

  test('[FIL-10] are refused in the same way while the database finds its disk full, and may be sent again', async () => {
    const { store, ana } = await createTeam()
    const { send, unexpectedErrors } = await receiveUploads(store)
    const { ticket } = await store.write((tx) => createUpload(tx, ana, { name: 'a', size: 5, alt: '' }))
    const post = async () => {
      const upload = await send(ticket, 5, 'H')
      upload.end('ello')
      return upload.answered
    }
    const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new DiskRefusal('full'))
    expect(await post()).toBe(507)
    write.mockRestore()
    expect(await post()).toBe(200)
    expect(unexpectedErrors).toEqual([])
  })
})
