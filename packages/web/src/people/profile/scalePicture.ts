/** In pixels. The largest picture of a person on the page has 72, on a fine screen twice as many. */
const side = 256
/** A frame of the feed takes no longer picture. */
const maxLength = 60_000

/** The middle of a picture as a small square JPEG, as a data URL; undefined if the browser cannot read the picture. */
export async function scalePicture(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!bitmap || !context) return undefined
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  const cut = Math.min(bitmap.width, bitmap.height)
  context.drawImage(bitmap, (bitmap.width - cut) / 2, (bitmap.height - cut) / 2, cut, cut, 0, 0, side, side)
  bitmap.close()
  return [0.9, 0.7, 0.4]
    .map((quality) => canvas.toDataURL('image/jpeg', quality))
    .find((url) => url.length <= maxLength)
}
