import { t } from '#words/t.ts'
import { request } from '#store/client/pageClient.ts'

/**
 * Uploads a file and returns its id. `onProgress` is given the bytes sent so far.
 *
 * @throws an `Error` whose message can be shown to the person
 */
export async function uploadFile(
  content: File,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<string> {
  signal.throwIfAborted()
  const result = await request(
    { type: 'upload', name: content.name.slice(-255) || 'file', size: content.size },
    'expected',
  )
  if (!result.ok) throw new Error(result.detail)
  signal.throwIfAborted()
  await postBytes(result.answer.path, content, signal, onProgress)
  return result.answer.file
}

/** Uses XMLHttpRequest because `fetch` reports no upload progress. */
function postBytes(
  path: string,
  content: File,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (reason: string) => reject(new Error(reason))
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => (request.status === 200 ? resolve() : fail(problemIn(request))))
    const endings = { error: t('The upload was interrupted.'), abort: t('The upload was cancelled.') }
    for (const ending of ['error', 'abort'] as const) request.addEventListener(ending, () => fail(endings[ending]))
    signal.addEventListener('abort', () => request.abort())
    request.send(content)
  })
}

function problemIn({ responseText, status }: XMLHttpRequest): string {
  return responseText.trim().slice(0, 200) || t('The server answered {status}.', { status })
}

const thumbnailSize = 96

/**
 * A small square preview of an image, as a data URL; undefined if it cannot be made. It is drawn on a canvas because the
 * page's content security policy forbids `blob:` images.
 */
export async function createThumbnail(content: File): Promise<string | undefined> {
  if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(content.type) || content.size > 30_000_000) return undefined
  try {
    const bitmap = await createImageBitmap(content)
    const side = Math.min(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = thumbnailSize
    canvas.height = thumbnailSize
    const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
    canvas.getContext('2d')?.drawImage(bitmap, x, y, side, side, 0, 0, thumbnailSize, thumbnailSize)
    bitmap.close()
    return canvas.toDataURL('image/png')
  } catch {
    return undefined
  }
}
