import type { TestNode } from './nodes.ts'

type Call = (method: string, args: object) => Promise<Record<string, any>>

/** Uploads a file as Scout and shares it. Returns its id. */
export async function uploadFileAt(call: Call, text: string): Promise<string> {
  const { upload_url: url, file_id: id } = await call('files.getUploadURLExternal', {
    filename: 'notes.txt',
    length: text.length,
  })
  await fetch(url, { method: 'POST', body: text })
  await call('files.completeUploadExternal', { files: [{ id }] })
  return id
}

/** The contents of a file, as Scout gets them from a server. */
export async function readFileOf({ url }: TestNode, id: string): Promise<string> {
  const headers = { authorization: 'Bearer xoxb-acme-scout' }
  const info = (await (await fetch(`${url}/api/files.info?file=${id}`, { headers })).json()) as Record<string, any>
  const { pathname } = new URL(info['file'].url_private)
  return (await fetch(url + pathname, { headers })).text()
}
