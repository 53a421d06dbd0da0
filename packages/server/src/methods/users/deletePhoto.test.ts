import { describe, expect, test } from 'vitest'
import { otto } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import type { Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { deletePhoto } from './deletePhoto.ts'

describe('users.deletePhoto', () => {
  test('[USR-5] without a picture nothing changes', async () => {
    const { call, countRows } = await createWorkspace({ file })
    const before = await countRows()
    expect(await call(deletePhoto, {}, otto)).toEqual({ ok: true })
    expect(await countRows()).toBe(before)
  })

  test('declares no error of its own', () => {
    const refused: Refusals<typeof deletePhoto> = {}
    expect(Object.keys(deletePhoto.errors)).toEqual(Object.keys(refused))
  })
})
