import { hashToken } from '#domain/ids'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { info } from '#methods/files/info'
import { enterpriseFile } from '#testing/workspace/files'
import type { CallOptions, Workspace } from '#testing/workspace/workspace'

/** Asks for an address and posts the bytes to it, as an SDK does; answers the file's id. */
export async function uploadFile(
  { call }: Pick<Workspace, 'call'>,
  given: { name?: string; bytes?: string | Uint8Array<ArrayBuffer>; alt?: string } = {},
  options: CallOptions = {},
): Promise<string> {
  const { name = 'notes.txt', bytes = 'Hello', alt } = given
  const args = { filename: name, length: Buffer.byteLength(bytes), alt_text: alt }
  const { upload_url: url = '', file_id: id = '' } = await call(getUploadURLExternal, args, options)
  await fetch(url, { method: 'POST', body: bytes })
  return id
}

/** Refusals of what is done with one file, or in a team, for a token of a whole enterprise. */
export const fileRefusals = {
  missing_argument: { args: { file: 'F1' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'team_id' },
  team_not_found: { args: { file: 'F1', team_id: 'T9' }, token: 'xoxe-all', file: enterpriseFile(), detail: '"T9"' },
}

/** A file of the app in these channels, and the messages that share it. */
export async function shareFile(scene: Workspace, ...channels: string[]) {
  const id = await uploadFile(scene)
  await scene.call(completeUploadExternal, { files: [{ id }], channels: channels.join(',') })
  const { file } = await scene.call(info, { file: id })
  const at = (channel: string) => Object.values(file?.shares ?? {}).flatMap((of) => of?.[channel] ?? [])[0]?.ts ?? ''
  return { id, at }
}

/** A person's own token. */
export async function createUserToken(
  { store }: Workspace,
  token: string,
  user: string,
  team = 'T0ACME',
): Promise<string> {
  const row = {
    hash: hashToken(token),
    kind: 'user' as const,
    app_id: 'A0SCOUT',
    team_id: team,
    enterprise_id: null,
    user_id: user,
    scopes: ['files:read', 'files:write'],
    teams_granted: null,
    expires_at: null,
    revoked: false,
  }
  await store.write((tx) => tx.insertInto('tokens').values(row).execute())
  return token
}
