import { hashToken } from '#domain/ids'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { info } from '#methods/files/info'
import { enterpriseFile } from '#testing/workspace/files'
import type { CallOptions, Workspace } from '#testing/workspace/workspace'

interface UploadedFile {
  name?: string
  bytes?: string | Uint8Array<ArrayBuffer>
  alt?: string
  snippet_type?: string
}

/** Uploads a file as an SDK does: asks for a URL and posts the bytes to it. Returns the file's id. */
export async function uploadFile(
  { call }: Pick<Workspace, 'call'>,
  file: UploadedFile = {},
  options: CallOptions = {},
): Promise<string> {
  const { name = 'notes.txt', bytes = 'Hello', alt, snippet_type } = file
  const args = { filename: name, length: Buffer.byteLength(bytes), alt_text: alt, snippet_type }
  const { upload_url: url = '', file_id: id = '' } = await call(getUploadURLExternal, args, options)
  await fetch(url, { method: 'POST', body: bytes })
  return id
}

/** Uploads a file as the app, and completes it without sharing it. Returns its id. */
export async function completeFile(scene: Workspace, file?: UploadedFile): Promise<string> {
  const id = await uploadFile(scene, file)
  await scene.call(completeUploadExternal, { files: [{ id }] })
  return id
}

/** Refusals of methods that take one file or a team, for an org-wide token. */
export const fileRefusals = {
  missing_argument: { args: { file: 'F1' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'team_id' },
  team_not_found: { args: { file: 'F1', team_id: 'T9' }, token: 'xoxe-all', file: enterpriseFile(), detail: '"T9"' },
}

/** Uploads a file as the app and shares it in these channels. `at` finds the ts of the message that shares it in a channel. */
export async function shareFile(scene: Workspace, ...channels: string[]) {
  const id = await uploadFile(scene)
  await scene.call(completeUploadExternal, { files: [{ id }], channels: channels.join(',') })
  const { file } = await scene.call(info, { file: id })
  const at = (channel: string) => Object.values(file?.shares ?? {}).flatMap((of) => of?.[channel] ?? [])[0]?.ts ?? ''
  return { id, at }
}

/** Creates a user token with the scopes of files. */
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
    scopes: ['chat:write', 'files:read', 'files:write'],
    teams_granted: null,
    expires_at: null,
    revoked: false,
  }
  await store.write((tx) => tx.insertInto('tokens').values(row).execute())
  return token
}
