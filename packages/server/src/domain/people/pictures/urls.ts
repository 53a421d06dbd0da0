import type { Db } from '#store/db'
import { initialsFile } from './drawInitials.ts'
import { hueOf, initialsOf } from './initials.ts'

/** Who is shown: the id gives the colour, the label the letters. */
export interface Pictured {
  id: string
  label: string
  app_id: string | null
  picture: string | null
}

/** Below this path pictures of people are served. */
export const picturePath = '/pictures/'

/** [USR-9] The addresses of the pictures of a team: its initials, in the next larger size that is drawn. */
export function teamIconsOf(db: Db, { id, name }: { id: string; name: string }) {
  const pictures = pictureUrlsOf(db, { id, label: name, app_id: null, picture: null })
  const { image_48, image_72, image_192, image_512 } = pictures
  return {
    image_34: image_48,
    image_44: image_48,
    image_68: image_72,
    image_88: image_192,
    image_102: image_192,
    image_132: image_192,
    image_230: image_512,
  }
}

/** [USR-4] The addresses of the picture of a person or app: the one they gave, or one made of their initials. */
export function pictureUrlsOf(db: Db, { id, label, app_id: appId, picture }: Pictured) {
  const base = db.cache.publicUrl + picturePath
  const isApp = appId !== null
  const letters = isApp ? ([...initialsOf(label)][0] ?? '?') : initialsOf(label)
  const hue = hueOf(id)
  const urlOf = (size: number) =>
    base + (picture === null ? `initials/${initialsFile({ hue, isApp, letters, size })}` : picture)
  return {
    avatar_hash: picture?.split('.')[0] ?? `g${hue}${Buffer.from(letters).toString('hex')}`,
    image_24: urlOf(24),
    image_32: urlOf(32),
    image_48: urlOf(48),
    image_72: urlOf(72),
    image_192: urlOf(192),
    image_512: urlOf(512),
    image_1024: urlOf(1024),
    ...(picture === null ? {} : { image_original: base + picture, is_custom_image: true }),
  }
}
