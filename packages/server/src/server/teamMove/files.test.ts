import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BlobsInTable } from '#store/blobs/inTable'
import { postgres } from '#testing/database/postgres'
import { startS3Server } from '#testing/database/s3Server'
import { readFileOf, uploadFileAt } from '#testing/nodes/files'
import { call } from '#testing/nodes/nodes'
import { createTwoDatabases } from '#testing/nodes/teamMoves'

describe.skipIf(!postgres)('files of a team that moves', () => {
  test('[NOD-12, FIL-11] go from one bucket to another, or the move says what is missing', async () => {
    const [here, there] = [await startS3Server(), await startS3Server()]
    const buckets = { fromFiles: here.address, toFiles: there.address }
    const { from, to, servers, move } = await createTwoDatabases(buckets)
    const atFrom = (method: string, args: object) => call(servers.from, method, args)
    const small = await uploadFileAt(atFrom, 'The printer is on fire')
    // More than one part of an upload.
    const long = 'All work and no play. '.repeat(260_000)
    const large = await uploadFileAt(atFrom, long)

    await expect(move({ toFiles: there.address })).rejects.toThrow(
      /^The contents of the file F\w+ are not in --from\. If they are in a bucket, name it with --from-files/,
    )
    await expect(move({ ...buckets, toFiles: here.address })).rejects.toThrow(
      /^--to-files is not the bucket of --to: The bucket files holds the files of another database/,
    )
    expect(await from.query('select * from team_moves')).toEqual([])
    expect(isIn(there.directory, 'The printer is on fire')).toBe(false)

    expect(await move(buckets)).toMatchObject({ outcome: 'moved', files: 2 })
    expect(await readFileOf(servers.to, small)).toBe('The printer is on fire')
    expect((await readFileOf(servers.to, large)) === long).toBe(true)
    expect(isIn(there.directory, 'The printer is on fire')).toBe(true)
    for (const { unexpectedErrors } of [from, to]) expect(unexpectedErrors).toEqual([])
  })

  test('[NOD-12, FIL-7] of which one is deleted while it is read go without it', async () => {
    const { to, from, servers, move } = await createTwoDatabases()
    const atFrom = (method: string, args: object) => call(servers.from, method, args)
    // More than the pieces that are read ahead.
    const file = await uploadFileAt(atFrom, 'x'.repeat(4_000_000))
    const other = await uploadFileAt(atFrom, 'Words')
    const { save } = BlobsInTable.prototype
    const saving = vi.spyOn(BlobsInTable.prototype, 'save')
    onTestFinished(() => saving.mockRestore())
    const found = await from.query('select blob from files where id = $1', [file])
    saving.mockImplementation(async function (this: BlobsInTable, key, content) {
      if (key === found[0]?.['blob']) {
        await atFrom('files.delete', { file })
        await expect.poll(() => from.query('select from files where id = $1', [file])).toEqual([])
      }
      return save.call(this, key, content)
    })
    const { files } = await move()
    expect(saving).toHaveBeenCalledTimes(2)
    expect(await readFileOf(servers.to, other)).toBe('Words')
    expect([files, await to.query('select distinct key from file_parts')]).toEqual([1, [expect.anything()]])
  })

  test('[OPS-15] whose bucket no server has used are not there, and its password is not said', async () => {
    const { address } = await startS3Server()
    const { move } = await createTwoDatabases()
    const toFiles = address.replace('http://', 'http://ana:hunter2@')
    await expect(move({ toFiles })).rejects.toThrow(
      `No server of --to has used a bucket yet. Start one with --files '${address}', or leave out --to-files.`,
    )
  })

  test('[NOD-13, FIL-11] stay where they are, and the team with them, if the bucket at the new place goes away', async () => {
    const [here, there] = [await startS3Server(), await startS3Server()]
    const buckets = { fromFiles: here.address, toFiles: there.address }
    const { from, servers, move } = await createTwoDatabases(buckets)
    const atFrom = (method: string, args: object) => call(servers.from, method, args)
    const file = await uploadFileAt(atFrom, 'Words')
    const onStep = (words: string) => void (words.startsWith('Copying') && there.close())

    await expect(move({ ...buckets, onStep })).rejects.toThrow(/^The bucket files .*\. The team works where it was\.$/)
    expect(await readFileOf(servers.from, file)).toBe('Words')
    expect(await call(servers.from, 'chat.postMessage', { channel: 'C0HELP', text: 'On' })).toMatchObject({ ok: true })
    expect(await from.query('select * from team_moves')).toEqual([])
  })
})

/** Whether a file of a directory contains these words. */
function isIn(directory: string, words: string): boolean {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(words))
}
