import type { Caller } from '#domain/access/caller'
import { newSecret } from '#domain/ids'
import { saveUser } from '#domain/people/profile/change'
import { findUser, type UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import { readPictureFacts } from './size.ts'

/** [USR-5] The most bytes, and pixels to a side. A browser needs four bytes for each pixel, however few the file has. */
const maxBytes = 900_000
const maxPixels = 4096

/** Finds an uploaded picture by the last part of its address, which nobody can guess. */
export function findPicture(db: Db, id: string): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  return db.selectFrom('pictures').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
}

/** [USR-5] Gives the caller a picture of their own, in place of an earlier one. */
export async function setPicture(tx: Tx, by: Caller, bytes: Buffer): Promise<UserRow> {
  if (bytes.length === 0) throw new Refusal('not_found', '"image" has no bytes.')
  if (bytes.length > maxBytes) throw new Refusal('too_large', `"image" has at most ${maxBytes} bytes.`)
  const facts = readPictureFacts(bytes)
  if (!facts) throw new Refusal('bad_image', '"image" is not a PNG, JPEG or GIF.')
  const sides = [facts.width, facts.height]
  if (sides.some((side) => side < 1 || side > maxPixels))
    throw new Refusal('bad_image', `"image" has 1 to ${maxPixels} pixels to a side; this has ${sides.join(' × ')}.`)
  const id = `${newSecret()}.${facts.ending}`
  const user = await replacePicture(tx, by, id)
  await tx
    .insertInto('pictures')
    .values({ team_id: by.teamId, id, user_id: by.userId, type: facts.type, bytes })
    .execute()
  return user
}

/** [USR-5] Takes the caller's own picture away. Without one, nothing changes. */
export async function deletePicture(tx: Tx, by: Caller): Promise<void> {
  await replacePicture(tx, by, null)
}

async function replacePicture(tx: Tx, { teamId, userId }: Caller, picture: string | null): Promise<UserRow> {
  await tx.lock(`user ${teamId} ${userId}`)
  const user = await findUser(tx, teamId, userId)
  if (!user) throw new Error(`The caller ${userId} is not in ${teamId}.`)
  if (user.picture === null && picture === null) return user
  await tx.deleteFrom('pictures').where('team_id', '=', teamId).where('user_id', '=', userId).execute()
  await saveUser(tx, user, { picture }, 'profile')
  return { ...user, picture }
}
