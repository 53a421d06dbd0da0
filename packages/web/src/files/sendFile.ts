import { ask } from '#store/ask.ts'

/** Uploads a file; answers what the server calls it. Why that did not work is the error's message. */
export async function sendFile(content: File, away: AbortSignal, onProgress: (sent: number) => void): Promise<string> {
  const asked = await ask({ type: 'upload', name: content.name.slice(-255) || 'file', size: content.size }, 'expected')
  if (!asked.ok) throw new Error(asked.detail)
  away.throwIfAborted()
  await post(asked.answer.path, content, away, onProgress)
  return asked.answer.file
}

/** `fetch` would not tell how many bytes are there. */
function post(path: string, content: File, away: AbortSignal, onProgress: (sent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (why: string) => reject(new Error(why))
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => (request.status === 200 ? resolve() : fail(problemIn(request))))
    request.addEventListener('error', () => fail('The upload broke off.'))
    request.addEventListener('abort', () => fail('It was taken away.'))
    away.addEventListener('abort', () => request.abort())
    request.send(content)
  })
}

function problemIn({ responseText, status }: XMLHttpRequest): string {
  return responseText.trim().slice(0, 200) || `The server answered ${status}.`
}

const small = 96

/** A small square picture of an image. Drawn here: the page's policy lets no address of the browser's own be an image. */
export async function pictureOf(content: File): Promise<string | undefined> {
  if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(content.type) || content.size > 30_000_000) return undefined
  try {
    const bitmap = await createImageBitmap(content)
    const side = Math.min(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = small
    canvas.height = small
    const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
    canvas.getContext('2d')?.drawImage(bitmap, x, y, side, side, 0, 0, small, small)
    bitmap.close()
    return canvas.toDataURL('image/png')
  } catch {
    return undefined
  }
}
