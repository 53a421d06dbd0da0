import { describe, expect, test } from 'vitest'
import { drawInitials } from '#domain/people/pictures/drawInitials'
import { findPicture } from '#domain/people/pictures/pictures'
import { onBothDatabases } from '#testing/database/databases'
import { otto } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { deletePhoto } from './deletePhoto.ts'
import { setPhoto } from './setPhoto.ts'
import { get } from '#methods/users/profile/get'

const png = drawInitials({ hue: 1, isApp: false, letters: 'OL', size: 72 })
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108004000400301110002', 'hex')
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function upload({ send }: Workspace, bytes: Buffer) {
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(bytes)]), 'me.png')
  body.append('crop_w', '100')
  return (await send('users.setPhoto', { method: 'POST', body, headers: { authorization: `Bearer ${otto.token}` } }))
    .body
}

onBothDatabases('users.setPhoto', (open) => {
  test('[USR-5] takes a file, and replaces the picture before it', async () => {
    const scene = await createWorkspace({ store: await open(), file })
    const addresses: string[] = []
    for (const [bytes, type] of [
      [png, 'image/png'],
      [jpeg, 'image/jpeg'],
      [gif, 'image/gif'],
    ] as const) {
      const { profile } = await upload(scene, bytes)
      expect(profile).toMatchObject({ is_custom_image: true, image_24: profile.image_original })
      expect((await scene.call(get, {}, otto)).profile?.image_512).toBe(profile.image_original)
      const id = profile.image_original.replace(`${scene.url}/pictures/`, '')
      const found = await findPicture(scene.store.db, id)
      expect(found?.type).toBe(type)
      expect(Buffer.from(found!.bytes).equals(bytes)).toBe(true)
      addresses.push(id)
    }
    expect(await findPicture(scene.store.db, addresses[0]!)).toBeUndefined()
    await scene.call(deletePhoto, {}, otto)
    expect(await findPicture(scene.store.db, addresses[2]!)).toBeUndefined()
    expect((await scene.call(get, {}, otto)).profile?.image_72).toContain('/pictures/initials/')
  })
})

describe('users.setPhoto', () => {
  const large = Buffer.from(png)
  large.writeUInt32BE(4097, 16)
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setPhoto> = {
    not_found: { args: {}, detail: 'image' },
    bad_image: { args: { image: large.toString('base64') }, detail: '4097' },
    too_large: { args: {}, prepare: async () => ({}), detail: 'tested below' },
  }
  test.each(refusalRows({ not_found: refused.not_found, bad_image: refused.bad_image }))(
    'refuses with %s',
    (error, call) => expectRefusal(setPhoto, error, { file, ...otto, ...call }),
  )

  test('[USR-5] refuses what has too many bytes with too_large', async () => {
    const scene = await createWorkspace({ file })
    expect(await upload(scene, Buffer.concat([png, Buffer.alloc(900_000)]))).toMatchObject({ error: 'too_large' })
  })

  test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF', '\xff\xd8', 'RIFF....WEBP', 'x'.repeat(5000)])(
    '[USR-5] refuses %j',
    async (text) => {
      const scene = await createWorkspace({ file })
      expect(await upload(scene, Buffer.from(text, 'latin1'))).toMatchObject({ ok: false, error: 'bad_image' })
    },
  )
})
